package evolve_test

import (
	"context"
	"math"
	"math/rand"
	"testing"

	"evolab/evolve"
	"evolab/game"
)

// place rewards genes for being near those of a place in the box.
type place evolve.Genome

func (p place) distance(g evolve.Genome) float64 {
	sum := 0.0
	for i := range p {
		sum += (g[i] - p[i]) * (g[i] - p[i])
	}
	return math.Sqrt(sum)
}

func (p place) Score(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	tallies := make([]evolve.Tally, len(r.Genomes))
	for pair := r.FirstPair; pair < r.FirstPair+r.Pairs; pair++ {
		rng := rand.New(rand.NewSource(int64(game.Mix(uint64(r.Generation), uint64(pair)))))
		luck := [2]float64{rng.Float64(), rng.Float64()}
		for i, g := range r.Genomes {
			wins := 0
			for _, l := range luck {
				if l < 1-p.distance(g)/4 {
					wins++
				}
			}
			tallies[i] = tallies[i].Add(pairOf(wins))
		}
	}
	return tallies, nil
}

// In a box, each gene counts by itself, and none leaves it: all optimisers come nearer
// to a place that no direction stands for, by the same bytes when resumed.
func TestBox(t *testing.T) {
	target := place{.9, -.2, .3}
	start := evolve.Genome{-.8, .8, -.8}
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			made := func() evolve.Optimizer {
				o := ready(entry, 12, 20, 24)
				s := shared()
				s.Population, s.Generations, s.Pairs, s.Box = 12, 20, 24, true
				o.Share(s)
				return o
			}
			seen := record(t, made(), startAt(3, start...), target)
			for _, g := range seen {
				for _, i := range g.Individuals {
					for _, gene := range i.Genome {
						if gene < -1 || gene > 1 {
							t.Fatalf("generation %d: %v leaves the box", g.Index, i.Genome)
						}
					}
				}
			}
			if first := seen[0].Individuals; !anyEqual(first, start) {
				t.Errorf("nobody in generation 0 is the start")
			}
			got := target.distance(seen[len(seen)-1].HallOfFame[0].Genome)
			if got > .8*target.distance(start) {
				t.Errorf("the champion is %.2f from the place, the start %.2f", got, target.distance(start))
			}
			checkpoint := seen[9]
			rest := record(t, made(), evolve.Start{Seed: 3, Checkpoint: &checkpoint}, target)
			if encode(t, rest) != encode(t, seen[10:]) {
				t.Error("a resumed run differs")
			}
		})
	}
}

func anyEqual(list []evolve.Individual, g evolve.Genome) bool {
	for _, i := range list {
		if i.Genome.Equal(g) {
			return true
		}
	}
	return false
}
