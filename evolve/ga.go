package evolve

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// maxSigma is far beyond any use: noise of that size drowns a unit vector.
const maxSigma = 10

// GA is a generational genetic algorithm with elites. Generation 0 is the
// start; in each later one the elites stay and play again, the others are
// children of parents chosen by tournament among the whole generation before.
type GA struct {
	Population    int     `yaml:"population"`     // individuals, >= 2
	Generations   int     `yaml:"generations"`    // after generation 0, >= 0
	Elites        int     `yaml:"elites"`         // kept from each generation, 0..population-1
	Tournament    int     `yaml:"tournament"`     // contestants for each parent, 1..population-1
	CrossoverRate float64 `yaml:"crossover_rate"` // probability per couple, 0..1
	Blend         float64 `yaml:"blend"`          // how far children reach beyond the span of their parents, 0..2 spans
	MutationRate  float64 `yaml:"mutation_rate"`  // probability per gene, 0..1
	Sigma         float64 `yaml:"sigma"`          // standard deviation of a mutation in generation 1, > 0
	SigmaEnd      float64 `yaml:"sigma_end"`      // the same in the last generation, > 0; between them geometric
	Pairs         int     `yaml:"pairs"`          // per individual on average over the rounds, >= rounds
	Rounds        int     `yaml:"rounds"`         // of successive halving, 1..16; 1: all play all pairs
	Pool          bool    `yaml:"pool"`           // elites add new results to their old ones instead of starting afresh
	Caution       float64 `yaml:"caution"`        // c in mean - c/sqrt(games), which ranks elites and the hall of fame, >= 0
	HallOfFame    int     `yaml:"hall_of_fame"`   // members, >= 1
}

// DefaultGA returns settings that were measured on Little-Go at depth 2, about
// 400,000 games.
func DefaultGA() *GA {
	return &GA{
		Population: 60, Generations: 55, Elites: 6, Tournament: 3,
		CrossoverRate: 1, Blend: .25,
		MutationRate: .3, Sigma: .4, SigmaEnd: .05,
		Pairs: 60, Rounds: 3, Pool: true, Caution: .7, HallOfFame: 10,
	}
}

// Validate implements Optimizer.
func (ga *GA) Validate() error {
	var problems []error
	need := func(ok bool, key string, value any, allowed string) {
		if !ok {
			problems = append(problems, &SettingError{key, value, allowed})
		}
	}
	within := func(x, low, high float64) bool { return x >= low && x <= high }
	need(ga.Population >= 2, "population", ga.Population, "2 or more")
	need(ga.Generations >= 0, "generations", ga.Generations, "0 or more")
	need(ga.Elites >= 0 && ga.Elites < max(ga.Population, 1), "elites", ga.Elites, "0 to population-1")
	need(ga.Tournament >= 1 && ga.Tournament < max(ga.Population, 2), "tournament", ga.Tournament, "1 to population-1")
	need(within(ga.CrossoverRate, 0, 1), "crossover_rate", ga.CrossoverRate, "0 to 1")
	need(within(ga.Blend, 0, 2), "blend", ga.Blend, "0 to 2")
	need(within(ga.MutationRate, 0, 1), "mutation_rate", ga.MutationRate, "0 to 1")
	need(ga.Sigma > 0 && ga.Sigma <= maxSigma, "sigma", ga.Sigma, fmt.Sprintf("above 0, up to %v", maxSigma))
	need(ga.SigmaEnd > 0 && ga.SigmaEnd <= maxSigma, "sigma_end", ga.SigmaEnd, fmt.Sprintf("above 0, up to %v", maxSigma))
	need(ga.Rounds >= 1 && ga.Rounds <= maxRounds, "rounds", ga.Rounds, fmt.Sprintf("1 to %d", maxRounds))
	need(ga.Pairs >= max(ga.Rounds, 1), "pairs", ga.Pairs, "rounds or more")
	need(within(ga.Caution, 0, 100), "caution", ga.Caution, "0 to 100")
	need(ga.HallOfFame >= 1, "hall_of_fame", ga.HallOfFame, "1 or more")
	return errors.Join(problems...)
}

// Run implements Optimizer. A checkpoint at or behind the last generation ends
// at once: there is nothing left to do.
func (ga *GA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	if err := ga.Validate(); err != nil {
		return err
	}
	if err := start.validate(ga.Population); err != nil {
		return err
	}
	run := newGARun(ctx, ga, start.Seed, s, observe)
	if start.Checkpoint != nil {
		run.restore(*start.Checkpoint)
	} else if err := run.begin(start); err != nil {
		return err
	}
	return run.evolve()
}

// sigmaAt returns the standard deviation of the mutations that make the given
// generation, from 1 on.
func (ga *GA) sigmaAt(generation int) float64 {
	if ga.Generations < 2 {
		return ga.Sigma
	}
	t := float64(generation-1) / float64(ga.Generations-1)
	return ga.Sigma * math.Pow(ga.SigmaEnd/ga.Sigma, t)
}
