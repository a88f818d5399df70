package evolve_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

func TestHalvingSchedule(t *testing.T) {
	type call struct{ Generation, Genomes, FirstPair, Pairs int }
	tests := []struct {
		name                              string
		population, elites, pairs, rounds int
		want                              []call // of one generation
	}{
		{"default", 60, 6, 60, 3, []call{{0, 60, 0, 20}, {0, 30, 20, 40}, {0, 15, 60, 80}}},
		{"odd population is rounded up", 7, 1, 8, 4, []call{{0, 7, 0, 2}, {0, 4, 2, 4}, {0, 2, 6, 8}, {0, 1, 14, 16}}},
		{"never fewer than the elites", 12, 5, 9, 3, []call{{0, 12, 0, 3}, {0, 6, 3, 6}, {0, 5, 9, 12}}},
		{"one round", 10, 2, 11, 1, []call{{0, 10, 0, 11}}},
		{"no elites", 2, 0, 3, 3, []call{{0, 2, 0, 1}, {0, 1, 1, 2}, {0, 1, 3, 4}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ga := defaultGA()
			ga.Population, ga.Elites, ga.Pairs, ga.Rounds = test.population, test.elites, test.pairs, test.rounds
			ga.Tournament, ga.Generations = 1, 2
			var got []call
			games := 0
			spy := scorerFunc(func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
				got = append(got, call{r.Generation, len(r.Genomes), r.FirstPair, r.Pairs})
				games += 2 * len(r.Genomes) * r.Pairs
				return revealing{}.Score(ctx, r)
			})
			seen := record(t, ga, startAt(1, 0, 1, 1), spy)
			var want []call
			for generation := range 3 {
				for _, c := range test.want {
					c.Generation = generation
					want = append(want, c)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if last := seen[2].Games; last != games {
				t.Errorf("%d games recorded, %d played", last, games)
			}
		})
	}
}

func TestBestOfARoundPlayOn(t *testing.T) {
	var before []evolve.Genome
	spy := scorerFunc(func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
		if r.FirstPair > 0 {
			slices.SortFunc(before, func(a, b evolve.Genome) int { return -slices.Compare(a, b) })
			for _, g := range r.Genomes {
				if g[0] < before[len(r.Genomes)-1][0] {
					t.Errorf("generation %d, pairs from %d: %v plays on, not among the best %d", r.Generation, r.FirstPair, g, len(r.Genomes))
				}
			}
		}
		before = slices.Clone(r.Genomes)
		return revealing{}.Score(ctx, r)
	})
	record(t, small(), startAt(1, 0, 1, 1), spy)
}
