package evolve_test

import (
	"context"
	"encoding/json"
	"testing"

	"evolab/evolve"
)

func small() *evolve.GA {
	ga := evolve.DefaultGA()
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
