package checkers_test

import (
	"testing"

	. "evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/game"
	"evolab/game/checkers"
)

// Two kings are worth three men to the reference opponent; the baselines count
// pieces.
func TestWorthOfPieces(t *testing.T) {
	for _, c := range []struct {
		board           string
		worth, material int // to Black
	}{
		{".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.", 0, 0},
		{".b....../......../......../......../......../......../......../W.......", -1, 0},
		{".B.B..../......../......../......../......../......../.w.w.w../........", 0, -1},
		{".B.B..../......../......../......../......../......../.W....../........", 3, 1},
	} {
		for _, turn := range []string{" b", " w"} {
			s := parse(t, c.board+turn)
			for side, sign := range map[game.Side]int{game.First: 1, game.Second: -1} {
				if got := Tactics().Reference(&s, side); got != sign*c.worth {
					t.Errorf("%s%s, side %d: worth %d", c.board, turn, side, got)
				}
				if got := Tactics().Material(&s, side); got != sign*c.material {
					t.Errorf("%s%s, side %d: material %d", c.board, turn, side, got)
				}
			}
		}
	}
}

func TestGains(t *testing.T) { featurestest.Gains(t, checkers.Rules(), Tactics()) }
