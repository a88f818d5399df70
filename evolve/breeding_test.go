package evolve_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

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
