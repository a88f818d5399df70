package evolve

import (
	"context"
	"errors"
	"fmt"
)

// Optimizer looks for genomes with a high fitness.
type Optimizer interface {
	// Validate reports all wrong settings at once, joined; each is a
	// *SettingError.
	Validate() error

	// Run calls observe after each generation, in order and never twice at the
	// same time. What observe was given stays valid whatever happens later. Run
	// returns ctx.Err() soon after a cancellation, the scorer's error wrapped,
	// and the error of observe as it is.
	Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error

	// GamesPerGeneration is the number of games that one generation plays;
	// generation 0 may play fewer.
	GamesPerGeneration() int
}

// Entry is a line in the table of optimisers.
type Entry struct {
	Name string
	Doc  string
	New  func() Optimizer // with the default settings, a pointer that can be decoded into
}

// Table lists the optimisers.
func Table() []Entry {
	return []Entry{
		{"ga", "genetic algorithm: tournament, blend crossover, Gaussian mutation, re-played elites", func() Optimizer { return DefaultGA() }},
		{"de", "differential evolution: challengers made of differences of others meet their parents in the same games", func() Optimizer { return DefaultDE() }},
		{"pso", "particle swarm: particles fly towards their own and the swarm's best places", func() Optimizer { return DefaultPSO() }},
		{"oes", "OpenAI's evolution strategy: one vector follows the mean of its neighbours by fitness", func() Optimizer { return DefaultOES() }},
		{"cma-es", "covariance matrix adaptation: samples of a distribution that learns from the better half", func() Optimizer { return DefaultCMAES() }},
		{"spsa", "simultaneous perturbation: one vector climbs by random pairs of neighbours, in ever smaller steps", func() Optimizer { return DefaultSPSA() }},
		{"random", "random search with the best re-played: the yardstick", func() Optimizer { return DefaultRandom() }},
	}
}

// SettingError tells which setting is wrong and what it may be.
type SettingError struct {
	Key     string // as in a configuration file
	Value   any
	Allowed string
}

func (e *SettingError) Error() string {
	return fmt.Sprintf("evolve: %s: %v is not possible (allowed: %s)", e.Key, e.Value, e.Allowed)
}

// Start tells where a run begins.
type Start struct {
	Seed uint64

	// Genomes are the first individuals of generation 0. There is at least
	// one: the start vector.
	Genomes []Genome

	// Spread tells how the rest of generation 0 is filled up: 0 with random
	// directions, more with the start vector plus Gaussian noise of this
	// standard deviation in each weight (before normalising).
	Spread float64

	// Checkpoint, if not nil, is the last generation that an earlier run with
	// the same seed and settings has observed. Run goes on behind it; Genomes
	// and Spread are not used.
	Checkpoint *Generation
}

var errEmptyCheckpoint = errors.New("evolve: checkpoint: no individuals")

func (s Start) validate(population int) error {
	if s.Checkpoint != nil {
		return s.Checkpoint.validate(population)
	}
	switch {
	case len(s.Genomes) == 0 || len(s.Genomes[0]) == 0:
		return errors.New("evolve: start: no start vector")
	case len(s.Genomes) > population:
		return fmt.Errorf("evolve: start: %d genomes for a population of %d", len(s.Genomes), population)
	case !(s.Spread >= 0 && s.Spread <= maxSigma):
		return fmt.Errorf("evolve: start: spread %v is not in 0..%v", s.Spread, maxSigma)
	}
	for i, g := range s.Genomes {
		if err := g.check(len(s.Genomes[0])); err != nil {
			return fmt.Errorf("evolve: start: genome %d: %w", i, err)
		}
	}
	return nil
}
