package arena

import (
	"testing"

	"evolab/game"
	"evolab/stats"
)

// A sequential test passes over pairs with a void game, and still ends after the
// same games in whatever order they are finished.
func TestSequentialTestLeavesVoidPairsOut(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 0, 5, 1, 4, 3}} {
		m := &Sequential{
			Jobs: make([]Job, 6), finished: make([]*Record, 6),
			Test: &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05},
		}
		for _, i := range order {
			rec := Record{Job: i, Reason: Normal, Result: [2]game.Result{game.FirstWins, game.SecondWins}[i%2]}
			if i == 3 {
				rec.Reason, rec.Result = Void, game.Draw
			}
			m.finish(rec)
		}
		if m.pairs != (stats.Pentanomial{4: 2}) || m.next != 6 {
			t.Errorf("%v: %v, up to game %d", order, m.pairs, m.next)
		}
	}
}
