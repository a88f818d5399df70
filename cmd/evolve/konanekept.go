package main

import (
	"evolab/arena"
	"evolab/arena/artemis"
	"evolab/arena/artemis/event"
)

// keep records the game, however it has ended; err is why it broke off.
func (p *konanePlay) keep(err error) error {
	us := p.seat()
	users := [2]string{event.Name(p.user), "opponent"}
	if n := p.client.Opponent(); n != 0 {
		users[1] = event.Name(n)
	}
	won, known := p.client.Result()
	winner, board := users[1], p.client.Board()
	if won {
		winner = users[0]
	}
	if us == 1 {
		users[0], users[1] = users[1], users[0]
	}
	line := artemis.NewLine(users, p.start, p.moves)
	line.Winner, line.Reason, line.Seed, line.Detail, line.Timed = winner, arena.Normal, p.seed, p.trouble, true
	line.Agents[us] = p.spec
	switch {
	case !known: // the server may know who has won
		line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, err.Error()
	case !board.Outcome().Over():
		line.Reason = event.Verdict
	}
	return p.records.add(line)
}

// seat is 0 if we remove the first stone, else 1.
func (p *konanePlay) seat() int {
	colour, known := p.client.Colour()
	if !known || len(p.moves) == 0 {
		return map[bool]int{true: 0, false: 1}[p.asked]
	}
	board := p.client.Board()
	if board.Mover() == colour {
		return len(p.moves) % 2
	}
	return 1 - len(p.moves)%2
}
