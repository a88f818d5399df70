package search_test

import (
	"testing"

	"evolab/features"
	feattt "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/search"
	searchttt "evolab/search/tictactoe"
)

// Whatever moves are left out below the root, what a search calls proven is true.
func TestNoProofRestsOnMovesLeftOut(t *testing.T) {
	set := feattt.Set()
	set.Hints.Back = func(_ *tictactoe.State, m game.Move) bool { return m.To()%2 != 0 }
	eval, err := features.NewLinear(set, feattt.Hand())
	if err != nil {
		t.Fatal(err)
	}
	e := search.New[tictactoe.State](eval, nil)
	left, proven := 0, 0
	for seed := range uint64(40) {
		s, err := tictactoe.Rules().Start("")
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(seed)
		game.Playout[tictactoe.State](&s, &r, int(seed%5), nil)
		if s.Outcome().Over() {
			continue
		}
		limits := search.Limits{Depth: 9, Nodes: 1 << 20}
		got, value := e.Search(&s, limits), searchttt.Value(&s)
		if !got.Exact && got.Score < search.Proven && got.Score > -search.Proven {
			left++
			continue
		}
		proven++
		if won, lost := got.Score > search.Proven, got.Score < -search.Proven; won != (value > 0) || lost != (value < 0) {
			t.Errorf("%s: proven to be %d, and is %d", tictactoe.Rules().Format(&s), got.Score, value)
		}
	}
	if left == 0 || proven == 0 {
		t.Errorf("%d searches left moves out, %d proved something", left, proven)
	}
}
