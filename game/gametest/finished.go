package gametest

import (
	"testing"

	"evolab/game"
)

// checkFinished checks a position that is over.
func (c Suite[S, P]) checkFinished(t *testing.T, s *S) {
	if moves := P(s).Moves(nil); len(moves) != 0 {
		t.Errorf("%d moves after the end in %s", len(moves), c.Rules.Format(s))
	}
	if c.Rules.Count != nil && c.Rules.Count(s) != 0 {
		t.Errorf("%d moves are counted after the end in %s", c.Rules.Count(s), c.Rules.Format(s))
	}
	o := P(s).Outcome()
	if most := c.Rules.MaxMargin; o.Margin > most || o.Margin < -most || most > 0 && (o.Margin > 0) != (o.Result == game.FirstWins) {
		t.Errorf("result %v with margin %d of at most %d", o.Result, o.Margin, most)
	}
	c.checkText(t, s)
}

// checkAllocations plays whole games with a buffer that is reused.
func (c Suite[S, P]) checkAllocations(t *testing.T) {
	start := c.start(t)
	moves := make([]game.Move, 0, 1024)
	r := game.NewRand(3)
	s := start
	if n := testing.AllocsPerRun(20, func() {
		s = start
		game.Playout[S, P](&s, &r, c.Rules.PlyLimit, moves)
	}); n != 0 {
		t.Errorf("a random game allocates %v times", n)
	}
}
