package evolve_test

import (
	"context"
	"encoding/json"
	"testing"

	"evolab/evolve"
	"evolab/internal/config"
)

// shared are settings as an experiment shares them out.
func shared() evolve.Shared {
	return evolve.Shared{Population: 24, Generations: 55, Pairs: 60, Rounds: 3, Pool: true, Caution: .7, HallOfFame: 12}
}

// defaultGA has the settings of an experiment that names none, but couples
// always mix: a copy that no mutation touches is a clone.
func defaultGA() *evolve.GA {
	ga := new(evolve.GA)
	config.Defaults(ga)
	ga.Crossover.Rate = 1
	ga.Share(shared())
	return ga
}

func small() *evolve.GA {
	ga := defaultGA()
	ga.Population, ga.Generations, ga.Elites, ga.Pairs, ga.HallOfFame = 12, 6, 2, 12, 5
	return ga
}

func startAt(seed uint64, weights ...float64) evolve.Start {
	return evolve.Start{Seed: seed, Genomes: []evolve.Genome{weights}}
}

func record(t *testing.T, o evolve.Optimizer, start evolve.Start, s evolve.Scorer) []evolve.Generation {
	t.Helper()
	var seen []evolve.Generation
	err := o.Run(context.Background(), start, s, func(g evolve.Generation) error {
		seen = append(seen, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func encode(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
