package evolve_test

import (
	"context"
	"slices"
	"testing"

	"evolab/evolve"
)

// Values have equal parts, whose middles they are given back.
func TestLevels(t *testing.T) {
	for n := range 12 {
		for k := range n {
			if got := evolve.Level(evolve.LevelGene(k, n), n); got != k {
				t.Errorf("the middle of value %d of %d is of value %d", k, n, got)
			}
		}
	}
	for _, row := range []struct {
		gene float64
		n, k int
	}{{-1, 2, 0}, {-.01, 2, 0}, {.01, 2, 1}, {1, 2, 1}, {-1.5, 3, 0}, {-.3, 3, 1}, {.32, 3, 1}, {.34, 3, 2}, {9, 3, 2}} {
		if got := evolve.Level(row.gene, row.n); got != row.k {
			t.Errorf("gene %v is value %d of %d, want %d", row.gene, got, row.n, row.k)
		}
	}
}

// Each value of a whole number is tried early, and the best ones are found: a switch and
// three whole numbers that start in a corner.
func TestAllFindWholeNumbers(t *testing.T) {
	levels, best := []int{2, 3, 8, 5}, []int{1, 1, 6, 2}
	tried := make([]map[int]bool, len(levels))
	right := scorerFunc(func(_ context.Context, r evolve.Request) (list []evolve.Tally, err error) {
		for _, g := range r.Genomes {
			f := 1.
			for i, n := range levels {
				k := evolve.Level(g[i], n)
				tried[i][k] = true
				f -= .25 * float64(max(k-best[i], best[i]-k)) / float64(n-1)
			}
			pairs := float64(r.Pairs)
			t := pairOf(1)
			t.Pairs, t.Wins, t.Losses, t.Sum, t.SumSquares = r.Pairs, r.Pairs, r.Pairs, pairs*f, pairs*f*f
			list = append(list, t)
		}
		return list, nil
	})
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			for i := range tried {
				tried[i] = map[int]bool{}
			}
			o := ready(entry, 24, 60, 6)
			s := shared()
			s.Population, s.Generations, s.Pairs, s.Rounds, s.Box, s.Levels = 24, 60, 6, 1, true, levels
			o.Share(s)
			start := make([]float64, len(levels))
			for i, n := range levels {
				start[i] = evolve.LevelGene(0, n)
			}
			seen := record(t, o, evolve.Start{Seed: 2, Genomes: []evolve.Genome{start}, Near: true}, right)
			var got []int
			for i, g := range seen[len(seen)-1].HallOfFame[0].Genome {
				got = append(got, evolve.Level(g, levels[i]))
				if entry.Name == "ga" && len(tried[i]) < levels[i] {
					t.Errorf("of %d values %d were tried", levels[i], len(tried[i]))
				}
			}
			if !slices.Equal(got, best) && entry.Name != "random" {
				t.Errorf("found %v, want %v", got, best)
			}
		})
	}
}
