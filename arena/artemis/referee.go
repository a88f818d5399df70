package artemis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// referee is what one game needs besides its rules.
type referee struct {
	server *server
	match  *protocol.Match
	id     int
	seats  [2]*seat
	asked  time.Time // when the player who is to answer was asked
}

// play plays a game and ends both connections.
func (s *server) play(ctx context.Context, id int, seats [2]*seat) {
	r := &referee{server: s, id: id, seats: seats}
	s.Log.Info("game", "game", id, "first", seats[0].user, "second", seats[1].user)
	if r.run(ctx) {
		s.report(ctx, r)
	}
	var both sync.WaitGroup
	for _, g := range seats {
		both.Go(func() { s.leave(ctx, g) })
	}
	both.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.finished++; s.finished == s.Games {
		s.stop()
	}
}

// run plays the game to its end; false means that the server stops first.
func (r *referee) run(ctx context.Context) bool {
	var out []protocol.Line
	r.match, out = protocol.NewMatch(r.id, r.server.Start, r.server.Clock)
	r.send(out)
	r.await(ctx)
	for r.match.Verdict() == nil {
		before := r.match.Board()
		out, ok := r.next(ctx)
		if !ok {
			for _, g := range r.seats {
				g.send("Error: " + errStopping.Error())
			}
			r.server.Log.Info("game stopped", "game", r.id)
			return false
		}
		r.send(out)
		if r.match.Board() != before {
			r.await(ctx)
		}
	}
	return true
}

// await waits until the question has been sent: the lines before it, and the gaps
// between them, are nobody's time.
func (r *referee) await(ctx context.Context) {
	player, _ := r.match.Asked()
	select {
	case r.asked = <-r.seats[player].mark():
	case <-ctx.Done():
	}
}

// next waits for the next event of the game.
func (r *referee) next(ctx context.Context) (out []protocol.Line, ok bool) {
	if ctx.Err() != nil {
		return nil, false // nobody knows when the question was sent
	}
	_, left := r.match.Asked()
	flag := time.NewTimer(left - time.Since(r.asked))
	defer flag.Stop()
	select {
	case <-ctx.Done():
		return nil, false
	case <-flag.C:
		return r.match.Flag(), true
	case line, ok := <-r.seats[0].lines:
		return r.receive(0, line, ok), true
	case line, ok := <-r.seats[1].lines:
		return r.receive(1, line, ok), true
	}
}

// receive takes a player's line, or its end.
func (r *referee) receive(player int, line string, ok bool) []protocol.Line {
	if !ok && errors.Is(r.seats[player].ended, protocol.ErrLine) {
		return r.match.Garble(player)
	}
	if !ok {
		return r.match.Leave(player)
	}
	spent := time.Since(r.asked)
	before := r.match.Board()
	out := r.match.Receive(player, line, spent)
	if r.match.Board() != before {
		moves := r.match.Moves()
		r.server.Log.Info("move", "game", r.id, "user", r.seats[player].user, "move", moves[len(moves)-1], "spent", spent)
	}
	return out
}

func (r *referee) send(lines []protocol.Line) {
	for _, l := range lines {
		r.seats[l.Player].send(l.Text)
	}
}

// report reports how the game ended.
func (s *server) report(ctx context.Context, r *referee) {
	v := *r.match.Verdict()
	result := Result{Game: r.id, Moves: r.match.Moves(), Verdict: v}
	board := r.match.Board()
	for i, g := range r.seats {
		result.Users[i] = g.user
		result.Colours[i] = board.Mover() // Black and White until the first removal
		if int(board.Turn()) != i {
			result.Colours[i] = result.Colours[i].Other()
		}
	}
	s.Log.Info("result", "game", r.id, "winner", result.Users[v.Winner], "loser", result.Users[1-v.Winner],
		"reason", string(v.Reason), "detail", v.Detail, "moves", len(result.Moves))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Result(result)
	if e := s.event; e != nil {
		e.err = errors.Join(e.err, e.desk.played(&result))
		s.settle(ctx)
	}
}

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
