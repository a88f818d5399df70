package evolve_test

import (
	"context"
	"encoding/json"
	"fmt"
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
