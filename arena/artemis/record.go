package artemis

import (
	"fmt"

	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// NewLine is the record of a game between two users, player 1 first, without a
// winner.
func NewLine(users [2]string, start konane.State, moves []string) arena.Line {
	rules := konane.Rules()
	line := arena.Line{
		Opening: rules.Format(&start), First: users[0], Second: users[1], Moves: append([]string{}, moves...), Plies: len(moves), Winner: arena.DrawName,
	}
	rows, cols := start.Rows(), start.Cols()
	line.Identify(rules.Name, fmt.Sprintf("%dx%d", rows, cols))
	return line
}

// Line is the record of a game on a board.
func (r *Result) Line(start konane.State) arena.Line {
	line := NewLine([2]string{event.Name(r.Users[0]), event.Name(r.Users[1])}, start, r.Moves)
	line.Winner = event.Name(r.Users[r.Verdict.Winner])
	line.Reason, line.Detail = reasonOf(r.Verdict)
	return line
}

// reasonOf is the reason for the end of a game in records, and its detail.
func reasonOf(v protocol.Verdict) (reason, detail string) {
	switch v.Reason {
	case protocol.Illegal:
		return arena.Illegal, v.Detail
	case protocol.OutOfTime:
		return arena.Time, v.Detail
	case protocol.Disconnect:
		return event.Disconnect, v.Detail
	case protocol.Flood:
		return event.Flood, v.Detail
	}
	return arena.Normal, "" // records say nothing of normal ends
}
