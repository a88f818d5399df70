// Package evolve holds optimisers for vectors of real weights: the genetic
// algorithm, built on eaopt, and three others. It knows nothing about games: a
// Scorer rates vectors.
//
// Each optimiser has a file. Those other than the GA are strategies in the
// loop of strategy.go: random search keeps a population, SPSA and CMA-ES move a centre.
// Only eaopt's GA operators are used.
//
// Every random number comes from Start.Seed and the number of the generation,
// so a run that continues from a recorded Generation repeats the
// uninterrupted run byte for byte, provided that the Scorer is deterministic
// too.
package evolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
)

// Optimizer looks for genomes with a high fitness.
type Optimizer interface {
	// Share sets what all optimisers have in common, before all else. Ranges are
	// checked where settings are read, by the tags of their fields.
	Share(Shared)

	// Run calls observe after each generation, one at a time and in order. What
	// observe receives stays valid. Run returns ctx.Err() soon after a
	// cancellation, the scorer's error wrapped, and the error of observe as it is.
	Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error

	// Cost is what the generations cost.
	Cost() Cost
}

// Entry is a row of the table of optimisers.
type Entry struct {
	Name    string
	Section string // of an experiment's file, with the optimiser's own settings; empty if it has none
	Doc     string
	New     func() Optimizer // a pointer to a struct whose tags describe its settings, as package config reads them
}

// Table lists the optimisers.
func Table() []Entry {
	return []Entry{
		{"ga", "ga", "genetic algorithm: tournament, blend crossover, Gaussian mutation, re-played elites", func() Optimizer { return new(GA) }},
		{"cma-es", "cma", "covariance matrix adaptation: samples of a distribution that learns from the better half", func() Optimizer { return new(CMAES) }},
		{"spsa", "spsa", "simultaneous perturbation: one vector moves towards the better of two neighbours, in many small steps", func() Optimizer { return new(SPSA) }},
		{"random", "", "random search with the best re-played: the yardstick", func() Optimizer { return new(Random) }},
	}
}

// Start says where a run begins.
type Start struct {
	Seed uint64

	// Genomes are the first individuals of generation 0, at least one: the start
	// vector.
	Genomes []Genome

	// Games were played before generation 0, to find the start vector. They count.
	Games int

	// Near fills the rest of generation 0 with the start vector plus Gaussian
	// noise, otherwise with random directions.
	Near bool

	// Checkpoint, if not nil, is the last generation that an earlier run with the
	// same seed and settings observed. Run continues after it and ignores Genomes
	// and Near.
	Checkpoint *Generation
	// Grown: the budget is larger than the one that the checkpoint was made with.
	Grown bool
}

func (s Start) validate(population int) error {
	if s.Checkpoint != nil {
		return s.Checkpoint.validate(population)
	}
	switch {
	case len(s.Genomes) == 0 || len(s.Genomes[0]) == 0:
		return errors.New("start: no start vector")
	case len(s.Genomes) > population:
		return fmt.Errorf("start: number of genomes: %d (allowed: %d, the population)", len(s.Genomes), population)
	}
	for i, g := range s.Genomes {
		if err := g.check(len(s.Genomes[0])); err != nil {
			return fmt.Errorf("start: genome %d: %w", i, err)
		}
	}
	return nil
}

// Shared holds the settings that all optimisers have in common.
type Shared struct {
	Population  int     // candidates of a generation; the GA has its own
	Generations int     // after generation 0
	Budget      *Budget // in place of Generations; nil: none
	Pairs       int     // that a candidate plays in a generation, on average with the GA
	Rounds      int     // of successive halving, which only the GA does; 1 gives all candidates all pairs
	Pool        bool    // the GA's elites add new results to their old ones instead of starting afresh
	Caution     float64 // c in mean - c/sqrt(games), which ranks elites and the hall of fame
	HallOfFame  int     // members
	// Box: each gene counts by itself and lies in -1..1; otherwise only the ratios
	// matter, and genomes have length 1.
	Box bool
	// Levels, only with Box: how many values each gene has that stands for a whole number or a
	// switch, see Level; 0: a real number. nil: all are.
	Levels []int
}

// place moves a genome to where genomes may lie: length 1, or the box.
func (s *Shared) place(g Genome) Genome {
	if !s.Box {
		return g.Normalized()
	}
	inside := slices.Clone(g)
	for i, v := range inside {
		inside[i] = max(-1, min(1, v))
	}
	return inside
}

// random draws a genome uniformly: a place in the box, or a direction. Normalised
// Gaussians are uniform on the unit sphere (Muller, "A note on a method for generating
// points uniformly on n-dimensional spheres", 1959).
func (s *Shared) random(dimension int, rng *rand.Rand) Genome {
	if !s.Box {
		return gaussianVector(dimension, rng).Normalized()
	}
	g := make(Genome, dimension)
	for i := range g {
		if n := s.values(i); n > 0 {
			g[i] = LevelGene(rng.Intn(n), n)
			continue
		}
		g[i] = 2*float64(rng.Float64()) - 1
	}
	return g
}

// Share implements Optimizer.
func (s *Shared) Share(settings Shared) { *s = settings }
