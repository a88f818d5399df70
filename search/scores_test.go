package search_test

import (
	"slices"
	"testing"

	"evolab/search"
)

// Remembered scores change nothing but the time that a search takes.
func TestScoresAreRemembered(t *testing.T) {
	for name, g := range everyGame(t) {
		t.Run(name, g.searchesAlikeAgain)
	}
}

func (g *sample[S, P]) searchesAlikeAgain(t *testing.T) {
	again, without := *g, *g
	again.set.Hints.Again, without.set.Hints.Again = true, false
	used, _ := again.engine(t)
	for i := range g.states {
		s, limits := &g.states[i], search.Limits{Nodes: 4000}
		fresh, _ := without.engine(t)
		want, got := fresh.Search(s, limits), used.Search(s, limits)
		if got.Move != want.Move || got.Score != want.Score || got.Nodes != want.Nodes || !slices.Equal(got.PV, want.PV) {
			t.Errorf("%s: %+v, and with remembered scores %+v", g.rules.Format(s), want, got)
		}
	}
}
