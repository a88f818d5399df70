package search_test

import (
	"testing"

	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// A search of two plies that tries what has refuted other moves before it lists any
// finds what the usual one finds, whatever the order of the root moves, in all
// positions of random games.
func TestAnswersChangeNothing(t *testing.T) {
	g := &sample[littlego.State, *littlego.State]{rules: littlego.Rules(), set: featlg.Set(), hand: featlg.Hand()}
	without := *g
	without.set.Hints.Legal = nil
	quick, _ := g.engine(t)
	usual, _ := without.engine(t)
	r := game.NewRand(3)
	before, after := uint64(0), uint64(0) // nodes
	for seed := range 60 {
		s, err := littlego.Start([]string{"host", "passes", "placements"}[seed%3])
		if err != nil {
			t.Fatal(err)
		}
		for ; !s.Outcome().Over(); game.Playout(&s, &r, 1, nil) {
			for depth := 1; depth <= 2; depth++ {
				limits := search.Limits{Depth: depth, Plain: true, Seed: uint64(seed)}
				want, got := usual.Search(&s, limits), quick.Search(&s, limits)
				if got.Move != want.Move || got.Score != want.Score || got.Exact != want.Exact || got.Depth != want.Depth {
					t.Fatalf("%s, depth %d: %+v, want %+v", littlego.Rules().Format(&s), depth, got, want)
				}
				before, after = before+want.Nodes, after+got.Nodes
			}
		}
	}
	if after > before+before/20 {
		t.Errorf("%d nodes instead of %d: the order is worse", after, before)
	}
}
