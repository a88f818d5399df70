package evolve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
	"evolab/internal/config"
)

// ready returns an optimiser with its default settings, at a given size.
func ready(entry evolve.Entry, population, generations, pairs int) evolve.Optimizer {
	o := entry.New()
	config.Defaults(o)
	s := shared()
	s.Population, s.Generations, s.Pairs = population, generations, pairs
	o.Share(s)
	if ga, ok := o.(*evolve.GA); ok {
		ga.Population = population
	}
	return o
}

// All optimisers get the same number of games of the made-up game.
func TestAllFindHiddenTarget(t *testing.T) {
	const games = 60_000
	want := map[string]float64{"ga": .9, "de": .85, "pso": .9, "oes": .9, "cma-es": .9, "spsa": .85, "random": .6}
	f := newField(12, .5)
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(3) {
				o := ready(entry, 20, games/ready(entry, 20, 1, 24).GamesPerGeneration(), 24)
				seen := record(t, o, startAt(seed+1, start12(seed)...), f)
				champion := seen[len(seen)-1].HallOfFame[0]
				got := dot(champion.Genome, f.target)
				t.Logf("%s, seed %d: cosine %.3f after %d games", entry.Name, seed, got, seen[len(seen)-1].Games)
				if got < want[entry.Name] {
					t.Errorf("seed %d: cosine to the target %.3f, want >= %v", seed, got, want[entry.Name])
				}
			}
		})
	}
}

// start12 is a start vector that knows nothing of the target.
func start12(seed uint64) []float64 {
	start := make([]float64, 12)
	start[seed] = 1
	return start
}

func TestAllResumeToTheSameBytes(t *testing.T) {
	f := newField(5, .5)
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			o := ready(entry, 12, 5, 6)
			whole := record(t, o, startAt(7, 1, 0, 0, 0, 0), f)
			if again := record(t, o, startAt(7, 1, 0, 0, 0, 0), f); encode(t, again) != encode(t, whole) {
				t.Error("two runs with the same seed differ")
			}
			if other := record(t, o, startAt(8, 1, 0, 0, 0, 0), f); encode(t, other) == encode(t, whole) {
				t.Error("two seeds give the same run")
			}
			for stop := range whole {
				var checkpoint evolve.Generation
				if err := json.Unmarshal([]byte(encode(t, whole[stop])), &checkpoint); err != nil {
					t.Fatal(err)
				}
				rest := record(t, o, evolve.Start{Seed: 7, Checkpoint: &checkpoint}, f)
				if diff := cmp.Diff(encode(t, whole[stop+1:]), encode(t, append([]evolve.Generation{}, rest...))); diff != "" {
					t.Errorf("resumed after generation %d:\n%s", stop, diff)
				}
			}
		})
	}
}

// What a generation says it plays is what it plays.
func TestAllCountTheirGames(t *testing.T) {
	for _, entry := range evolve.Table() {
		o := ready(entry, 13, 4, 6)
		seen := record(t, o, startAt(1, 0, 1, 1), revealing{})
		for i := 1; i < len(seen); i++ {
			if got := seen[i].Games - seen[i-1].Games; got != o.GamesPerGeneration() {
				t.Errorf("%s: generation %d played %d games, %d announced", entry.Name, i, got, o.GamesPerGeneration())
			}
		}
		if seen[0].Games > o.GamesPerGeneration() {
			t.Errorf("%s: generation 0 played %d games, %d announced at most", entry.Name, seen[0].Games, o.GamesPerGeneration())
		}
	}
}

// A checkpoint whose state was cut off is an error where there is a state.
func TestAllRefuseATornState(t *testing.T) {
	for _, entry := range evolve.Table() {
		o := ready(entry, 12, 3, 6)
		checkpoint := record(t, o, startAt(1, 1, 0, 0), even)[1]
		if len(checkpoint.State) == 0 {
			continue
		}
		checkpoint.State = checkpoint.State[:len(checkpoint.State)-1]
		err := o.Run(t.Context(), evolve.Start{Seed: 1, Checkpoint: &checkpoint}, even, func(evolve.Generation) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "evolve: checkpoint: generation 1: a state of") {
			t.Errorf("%s: error %v", entry.Name, err)
		}
	}
}
