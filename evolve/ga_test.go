package evolve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

func ExampleGA() {
	ga := defaultGA()
	ga.Generations, ga.Population, ga.Pairs = 20, 30, 30
	f := newField(4, .5)
	start := evolve.Start{Seed: 1, Genomes: []evolve.Genome{{1, 0, 0, 0}}}
	var last evolve.Generation
	err := ga.Run(context.Background(), start, f, func(g evolve.Generation) error {
		last = g
		return nil
	})
	champion := last.HallOfFame[0]
	fmt.Println(err, last.Index, dot(champion.Genome, f.target) > .95)
	// Output: <nil> 20 true
}

func TestGAFindsHiddenTarget(t *testing.T) {
	f := newField(12, .5)
	for seed := range uint64(3) {
		ga := defaultGA()
		ga.Generations, ga.Population, ga.Pairs = 30, 40, 30
		seen := record(t, ga, startAt(seed, make([]float64, 12)...), f)
		champion := seen[len(seen)-1].HallOfFame[0]
		if got := dot(champion.Genome, f.target); got < .9 {
			t.Errorf("seed %d: cosine to the target %.3f, want >= .9", seed, got)
		}
	}
}

func TestPoolingMakesClaimsHonest(t *testing.T) {
	f := newField(12, .5)
	gap := func(pool bool) float64 {
		const seeds = 10
		var sum float64
		for seed := range uint64(seeds) {
			ga := defaultGA()
			ga.Generations, ga.Population, ga.Pairs, ga.Rounds, ga.Pool = 25, 30, 10, 1, pool
			seen := record(t, ga, startAt(seed, make([]float64, 12)...), f)
			last := seen[len(seen)-1]
			sum += (last.Best - f.truth(last.Individuals[0].Genome)) / seeds
		}
		return sum
	}
	pooled, fresh := gap(true), gap(false)
	t.Logf("claimed minus true: %.3f pooled, %.3f not pooled", pooled, fresh)
	if pooled > fresh*2/3 {
		t.Errorf("claimed minus true is %.3f with pooled elites and %.3f without, want less than two thirds", pooled, fresh)
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	f := newField(5, .5)
	a := encode(t, record(t, small(), startAt(7, 1, 0, 0, 0, 0), f))
	b := encode(t, record(t, small(), startAt(7, 1, 0, 0, 0, 0), f))
	c := encode(t, record(t, small(), startAt(8, 1, 0, 0, 0, 0), f))
	if a != b {
		t.Error("two runs with seed 7 differ")
	}
	if a == c {
		t.Error("seeds 7 and 8 give the same run")
	}
}

func TestResumeEqualsUndisturbedRun(t *testing.T) {
	f := newField(5, .5)
	for _, pool := range []bool{true, false} {
		ga := small()
		ga.Population, ga.Pool = 31, pool // beyond the size up to which sort.Slice is stable
		whole := record(t, ga, startAt(7, 1, 0, 0, 0, 0), f)
		for stop := range whole {
			var checkpoint evolve.Generation
			if err := json.Unmarshal([]byte(encode(t, whole[stop])), &checkpoint); err != nil {
				t.Fatal(err)
			}
			rest := record(t, ga, evolve.Start{Seed: 7, Checkpoint: &checkpoint}, f)
			if diff := cmp.Diff(encode(t, whole[stop+1:]), encode(t, append([]evolve.Generation{}, rest...))); diff != "" {
				t.Errorf("pool %v, resumed after generation %d:\n%s", pool, stop, diff)
			}
		}
	}
}

func TestObserverOwnsItsCopy(t *testing.T) {
	f := newField(5, .5)
	want := encode(t, record(t, small(), startAt(7, 1, 0, 0, 0, 0), f))
	var texts []string
	err := small().Run(context.Background(), startAt(7, 1, 0, 0, 0, 0), f, func(g evolve.Generation) error {
		texts = append(texts, encode(t, g))
		for _, i := range slices.Concat(g.Individuals, g.HallOfFame) {
			clear(i.Genome)
		}
		clear(g.Individuals)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := "[" + strings.Join(texts, ",") + "]"; got != want {
		t.Error("what the observer does to its copy changes the run")
	}
}

func TestNoStaleFitness(t *testing.T) {
	ga := small()
	for _, g := range record(t, ga, startAt(3, 0, 1, 0), revealing{}) {
		for _, i := range slices.Concat(g.Individuals, g.HallOfFame) {
			if want := reveal(i.Genome); math.Abs(i.Tally.Mean()-want) > 1e-12 {
				t.Errorf("generation %d, %s: fitness %v, its genome has %v", g.Index, i.ID, i.Tally.Mean(), want)
			}
		}
	}
}

func TestZeroWeightsMutate(t *testing.T) {
	ga := small()
	ga.Elites, ga.MutationRate, ga.Generations = 0, 1, 1
	start := evolve.Start{Seed: 1}
	for range ga.Population {
		start.Genomes = append(start.Genomes, evolve.Genome{1, 0, 0})
	}
	seen := record(t, ga, start, even)
	for _, i := range seen[1].Individuals {
		if i.Genome[1] == 0 || i.Genome[2] == 0 {
			t.Errorf("%s: a weight stayed zero: %v", i.ID, i.Genome)
		}
	}
}

func TestBlendStaysInItsBox(t *testing.T) {
	ga := small()
	ga.Elites, ga.MutationRate, ga.Generations, ga.Crossover.Blend = 0, 0, 1, 0
	start := startAt(1, 1, 0)
	for range ga.Population - 1 {
		start.Genomes = append(start.Genomes, evolve.Genome{0, 1})
	}
	for _, i := range record(t, ga, start, revealing{})[1].Individuals {
		if i.Genome[0] < 0 || i.Genome[1] < 0 {
			t.Errorf("%s: %v lies outside the box of its parents", i.ID, i.Genome)
		}
	}
}

func TestSigmaDecaysGeometrically(t *testing.T) {
	ga := small()
	ga.Generations, ga.Sigma, ga.SigmaEnd = 3, .4, .1
	var got []float64
	for _, g := range record(t, ga, startAt(1, 1, 0), even) {
		got = append(got, math.Round(g.Sigma*1e9)/1e9)
	}
	if diff := cmp.Diff([]float64{0, .4, .2, .1}, got); diff != "" {
		t.Error(diff)
	}
}

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
