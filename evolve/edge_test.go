package evolve_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

func TestGenerationZero(t *testing.T) {
	ga := small()
	ga.Generations = 0
	find := func(g evolve.Generation, id string) evolve.Genome {
		at := slices.IndexFunc(g.Individuals, func(i evolve.Individual) bool { return i.ID == id })
		return g.Individuals[at].Genome
	}
	start := startAt(1, 3, 4)
	start.Genomes = append(start.Genomes, evolve.Genome{0, -2})
	for _, spread := range []float64{0, .01} {
		start.Near, ga.Sigma = spread > 0, spread
		seen := record(t, ga, start, revealing{})
		if len(seen) != 1 || seen[0].Index != 0 || seen[0].Sigma != 0 {
			t.Fatalf("want generation 0 alone, got %d generations", len(seen))
		}
		if diff := cmp.Diff([]evolve.Genome{{.6, .8}, {0, -1}}, []evolve.Genome{find(seen[0], "0-0"), find(seen[0], "0-1")}); diff != "" {
			t.Errorf("start genomes: %s", diff)
		}
		near := 0
		for slot := 2; slot < ga.Population; slot++ {
			g := find(seen[0], fmt.Sprintf("0-%d", slot))
			if math.Abs(dot(g, g)-1) > 1e-12 {
				t.Errorf("%v is not of length 1", g)
			}
			if dot(g, evolve.Genome{.6, .8}) > .99 {
				near++
			}
		}
		if all := near == ga.Population-2; all != (spread > 0) {
			t.Errorf("spread %v: %d of %d fillers near the start vector", spread, near, ga.Population-2)
		}
	}
}

func TestEdgeCases(t *testing.T) {
	tests := []struct {
		name      string
		change    func(*evolve.GA)
		dimension int
		scorer    evolve.Scorer
	}{
		{"no elites", func(ga *evolve.GA) { ga.Elites = 0 }, 3, revealing{}},
		{"odd population", func(ga *evolve.GA) { ga.Population = 13 }, 3, revealing{}},
		{"two individuals", func(ga *evolve.GA) { ga.Population, ga.Elites, ga.Tournament = 2, 1, 1 }, 3, revealing{}},
		{"one child", func(ga *evolve.GA) { ga.Elites = ga.Population - 1 }, 3, revealing{}},
		{"tournament of one", func(ga *evolve.GA) { ga.Tournament = 1 }, 3, revealing{}},
		{"largest tournament", func(ga *evolve.GA) { ga.Tournament = ga.Population - 1 }, 3, revealing{}},
		{"dimension one", func(*evolve.GA) {}, 1, revealing{}},
		{"all equal", func(*evolve.GA) {}, 3, even},
		{"one generation", func(ga *evolve.GA) { ga.Generations = 1 }, 3, even},
		{"no crossover", func(ga *evolve.GA) { ga.Crossover.Rate = 0 }, 3, revealing{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ga := small()
			test.change(ga)
			seen := record(t, ga, startAt(1, make([]float64, test.dimension)...), test.scorer)
			if len(seen) != ga.Generations+1 {
				t.Errorf("%d generations, want %d", len(seen), ga.Generations+1)
			}
			for index, g := range seen {
				ids := map[string]bool{}
				for _, i := range g.Individuals {
					ids[i.ID] = true
				}
				if g.Index != index || len(ids) != ga.Population {
					t.Errorf("generation %d has index %d and %d different individuals", index, g.Index, len(ids))
				}
				if lowest := slices.Min([]float64{g.Low, g.Mean, g.Best}); !(lowest >= 0 && g.Low <= g.High && g.High <= 1) {
					t.Errorf("generation %d: low %v, mean %v, high %v, best %v", index, g.Low, g.Mean, g.High, g.Best)
				}
			}
		})
	}
}
