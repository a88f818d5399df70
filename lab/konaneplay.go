package lab

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/artemis"
	"evolab/arena/artemis/event"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// konanePlay is one game of an agent on an Artemis server.
type konanePlay struct {
	app     *app
	ctx     context.Context
	game    agent.Game
	variant string
	start   konane.State
	player  agent.Player
	clock   time.Duration
	pace    protocol.Pace
	conn    patient
	client  *protocol.Client
	user    int
	spec    string // of the agent
	seed    uint64
	records *konaneRecords
	asked   bool // for a move
	moves   []string
	trouble string // the server's last complaint
	began   bool
	won     bool
}

// wait limits how long the server may be silent; 0: no limit.
func (p *konanePlay) wait(d time.Duration) {
	var until time.Time
	if d > 0 {
		until = time.Now().Add(d)
	}
	p.conn.SetReadDeadline(until)
}

// choose asks the agent, on one thread because its limits may be CPU time of the
// thread. The game's clock is real time.
func (p *konanePlay) choose(s *konane.State, clock time.Duration) (game.Move, error) {
	p.asked = true
	rules := konane.Rules()
	b, err := p.game.Board(p.variant, rules.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := time.Now()
	choice, err := p.player.Choose(p.ctx, b, agent.Clock{Left: p.pace.Usable(clock, p.clock), Real: true, PliesLeft: b.PliesLeft()})
	p.pace.Spent(time.Since(began))
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("evolve: the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	return choice.Move, nil
}

// watch prints an event and sets how long the server may be silent now.
func (p *konanePlay) watch(e protocol.Event) {
	switch e.Kind {
	case protocol.Begun:
		p.moves, p.began = nil, true
	case protocol.Played:
		p.moves = append(p.moves, e.Message.Move)
	case protocol.Trouble:
		p.trouble = p.client.Shown(&e)
	}
	result, warning := p.client.News(&e, len(p.moves))
	if result != "" {
		fmt.Fprintln(p.app.out, result)
	}
	if warning != "" {
		fmt.Fprintln(p.app.err, warning)
	}
	if d, known := p.client.Silence(&e, p.clock); known {
		p.wait(d)
	}
}

// keep records the game, however it ended; err is why it broke off.
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
	case !known: // the server may know the winner
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
