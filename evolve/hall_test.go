package evolve_test

import (
	"slices"
	"testing"

	"evolab/evolve"
)

func TestElitesStayAndPool(t *testing.T) {
	ga := small()
	ga.Rounds = 1
	seen := record(t, ga, startAt(5, 1, 0, 0, 0, 0), newField(5, .5))
	for n, g := range seen[1:] {
		before := seen[n]
		for _, elite := range before.Individuals[:ga.Elites] {
			at := slices.IndexFunc(g.Individuals, func(i evolve.Individual) bool { return i.ID == elite.ID })
			if at < 0 {
				t.Fatalf("generation %d: elite %s is gone", g.Index, elite.ID)
			}
			if got, want := g.Individuals[at].Tally.Pairs, elite.Tally.Pairs+ga.Pairs; got != want {
				t.Errorf("generation %d: elite %s has %d pairs, want %d", g.Index, elite.ID, got, want)
			}
		}
		for _, i := range g.Individuals {
			if i.Born == g.Index && i.Tally.Pairs != ga.Pairs {
				t.Errorf("generation %d: newcomer %s has %d pairs, want %d", g.Index, i.ID, i.Tally.Pairs, ga.Pairs)
			}
		}
	}
}

func TestHallOfFame(t *testing.T) {
	ga := small()
	for _, dimension := range []int{1, 2, 5} {
		for _, g := range record(t, ga, startAt(2, make([]float64, dimension)...), newField(dimension, .5)) {
			if len(g.HallOfFame) > ga.HallOfFame {
				t.Errorf("%d members, want at most %d", len(g.HallOfFame), ga.HallOfFame)
			}
			for i, a := range g.HallOfFame {
				for _, b := range g.HallOfFame[:i] {
					if a.Genome.Equal(b.Genome) {
						t.Errorf("generation %d: %s and %s are clones", g.Index, a.ID, b.ID)
					}
					if a.Tally.Lower(ga.Caution) > b.Tally.Lower(ga.Caution) {
						t.Errorf("generation %d: %s ranks behind %s", g.Index, a.ID, b.ID)
					}
				}
				for _, b := range g.Individuals {
					if a.ID == b.ID && a.Tally != b.Tally {
						t.Errorf("generation %d: %s has %v in the hall and %v in the population", g.Index, a.ID, a.Tally, b.Tally)
					}
				}
			}
		}
	}
}

func TestHallAdmitsOnlyElites(t *testing.T) {
	ga := small()
	elites := map[string]bool{}
	for _, g := range record(t, ga, startAt(2, 1, 0, 0, 0, 0), newField(5, .5)) {
		for _, elite := range g.Individuals[:ga.Elites] {
			elites[elite.ID] = true
		}
		for _, member := range g.HallOfFame {
			if !elites[member.ID] {
				t.Errorf("generation %d: %s has never been an elite", g.Index, member.ID)
			}
		}
	}
}
