package artemis

import (
	"context"
	"errors"
	"sync"
	"time"

	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// referee runs one game between two connections.
type referee struct {
	server  *server
	match   *protocol.Match
	id      int
	players [2]*connection
	asked   time.Time // when the player who is to answer was asked
}

func (s *server) play(ctx context.Context, id int, players [2]*connection) {
	r := &referee{server: s, id: id, players: players}
	s.Log.Info("game", "game", id, "first", players[0].user, "second", players[1].user)
	if r.run(ctx) {
		s.report(ctx, r)
	}
	var both sync.WaitGroup
	for _, c := range players {
		both.Go(func() { s.disconnect(ctx, c) })
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
			for _, c := range r.players {
				c.send("Error: " + errStopping.Error())
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
	case r.asked = <-r.players[player].mark():
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
	case line, ok := <-r.players[0].lines:
		return r.receive(0, line, ok), true
	case line, ok := <-r.players[1].lines:
		return r.receive(1, line, ok), true
	}
}

func (r *referee) receive(player int, line string, ok bool) []protocol.Line {
	if !ok && errors.Is(r.players[player].readErr, protocol.ErrLine) {
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
		r.server.Log.Info("move", "game", r.id, "user", r.players[player].user, "move", moves[len(moves)-1], "spent", spent)
	}
	return out
}

func (r *referee) send(lines []protocol.Line) {
	for _, l := range lines {
		r.players[l.Player].send(l.Text)
	}
}

func (s *server) report(ctx context.Context, r *referee) {
	v := *r.match.Verdict()
	result := Result{Game: r.id, Moves: r.match.Moves(), Verdict: v}
	board := r.match.Board()
	for i, c := range r.players {
		result.Users[i] = c.user
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
		e.err = errors.Join(e.err, e.pairing.record(&result))
		s.settle(ctx)
	}
}

// Line is the record of a game on a board.
func (r *Result) Line(start konane.State) arena.Line {
	rules := konane.Rules()
	line := event.NewLine([2]string{event.Name(r.Users[0]), event.Name(r.Users[1])}, rules.Format(&start), r.Moves)
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
