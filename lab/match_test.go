package lab

import (
	"io"
	"testing"

	"evolab/arena"
	"evolab/game"
	"evolab/lab/term"
	"evolab/stats"
)

// A sequential test passes over pairs with a void game, and still ends after the
// same games in whatever order they are finished.
func TestSequentialTestLeavesVoidPairsOut(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 0, 5, 1, 4, 3}} {
		m := &matchPlay{
			jobs: make([]arena.Job, 6), finished: make([]*arena.Record, 6), bar: term.NewBar(io.Discard, 6, "games"),
			test: &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05},
		}
		for _, i := range order {
			rec := arena.Record{Job: i, Reason: arena.Normal, Result: [2]game.Result{game.FirstWins, game.SecondWins}[i%2]}
			if i == 3 {
				rec.Reason, rec.Result = arena.Void, game.Draw
			}
			m.finish(rec)
		}
		if m.pairs != (stats.Pentanomial{4: 2}) || m.next != 6 {
			t.Errorf("%v: %v, up to game %d", order, m.pairs, m.next)
		}
	}
}
