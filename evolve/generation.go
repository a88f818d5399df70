package evolve

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Generation is what a run records: plain data, enough to plot a curve and to
// continue from. Fitness means the pooled mean of an individual.
type Generation struct {
	Index       int          `json:"index"`        // 0 is the start
	Games       int          `json:"games"`        // played since the start, this generation included
	Sigma       float64      `json:"sigma"`        // of the mutation that made this generation; 0 for the start
	Best        float64      `json:"best"`         // fitness of Individuals[0]
	Mean        float64      `json:"mean"`         // fitness, over the individuals
	Low         float64      `json:"low"`          // 10 % quantile of the fitness
	High        float64      `json:"high"`         // 90 % quantile of the fitness
	Individuals []Individual `json:"individuals"`  // by cautious fitness, best first
	HallOfFame  []Individual `json:"hall_of_fame"` // best elites of all generations by cautious fitness, all different
	// State is what an optimiser needs beside the individuals to continue, in an
	// order of its own; most need nothing.
	State []float64 `json:"state,omitempty"`
}

// summarize fills in the figures that follow from the individuals.
func (g *Generation) summarize() {
	fitness := make([]float64, len(g.Individuals))
	for i, individual := range g.Individuals {
		fitness[i] = individual.Tally.Mean()
	}
	g.Best = fitness[0]
	g.Mean = stat.Mean(fitness, nil)
	slices.Sort(fitness)
	g.Low = stat.Quantile(.1, stat.Empirical, fitness, nil)
	g.High = stat.Quantile(.9, stat.Empirical, fitness, nil)
}

func (g Generation) clone() Generation {
	g.Individuals = cloned(g.Individuals)
	g.HallOfFame = cloned(g.HallOfFame)
	g.State = slices.Clone(g.State)
	return g
}

// validate reports a checkpoint that no run with this population has recorded.
func (g Generation) validate(population int) error {
	if g.Index < 0 || g.Games < 0 || len(g.Individuals) != population {
		return fmt.Errorf("evolve: checkpoint: generation %d, %d games, %d individuals for a population of %d",
			g.Index, g.Games, len(g.Individuals), population)
	}
	dimension := len(g.Individuals[0].Genome)
	for _, i := range slices.Concat(g.Individuals, g.HallOfFame) {
		if err := cmp.Or(i.Genome.check(dimension), i.Tally.check()); err != nil {
			return fmt.Errorf("evolve: checkpoint: generation %d: individual %q: %w", g.Index, i.ID, err)
		}
	}
	return nil
}
