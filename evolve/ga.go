package evolve

import (
	"context"
	"math"
)

// GA is a generational genetic algorithm with elites. Generation 0 is the
// start; in each later one the elites stay and play again, and the others are
// children of parents chosen by tournament from the whole previous generation.
type GA struct {
	Shared       `key:"-"`
	Population   int       `key:"population" doc:"candidates in a generation" unit:"candidates" range:"4..10000" default:"40"`
	Elites       int       `key:"elites" doc:"the best, who stay and play again" unit:"candidates" range:"0..population-1" default:"4"`
	Tournament   int       `key:"tournament" doc:"contestants from whom a parent is chosen" unit:"candidates" range:"1..population-1" default:"4"`
	Crossover    Crossover `key:"crossover" doc:"how two parents have children"`
	MutationRate float64   `key:"mutation_rate" doc:"how often a gene of a child changes" unit:"probability per gene" range:"0..1" default:".3"`
	Sigma        float64   `key:"sigma" doc:"size of a change in generation 1" unit:"standard deviation" range:">0..10" default:".4"`
	SigmaEnd     float64   `key:"sigma_end" doc:"the same in the last generation; geometric in between" unit:"standard deviation" range:">0..sigma" default:".02"`
}

// Crossover makes child = a + t (b - a) of the parents a and b.
type Crossover struct {
	Rate  float64 `key:"rate" doc:"how often a couple mixes; otherwise the children are copies" unit:"probability per couple" range:"0..1" default:".9"`
	Blend float64 `key:"blend" doc:"child = a + t (b - a) with t uniform in [-blend, 1 + blend]" unit:"distances of the parents" range:"0..2" default:"0"`
}

// Run implements Optimizer. A checkpoint at or after the last generation ends
// at once: there is nothing left to do.
func (ga *GA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	if err := start.validate(ga.Population); err != nil {
		return err
	}
	run := &gaRun{GA: ga, ctx: ctx, seed: start.Seed, scorer: s, observe: observe, hall: hall{size: ga.HallOfFame, caution: ga.Caution}}
	if start.Checkpoint != nil {
		run.current = start.Checkpoint.clone()
		run.hall.members = run.current.HallOfFame
		return run.evolve()
	}
	rng := generator(start.Seed, 0)
	var pop []Individual
	for slot := range ga.Population {
		pop = append(pop, newIndividual(0, slot, start.genome(&ga.Shared, slot, ga.Sigma, rng)))
	}
	if err := run.complete(Generation{Individuals: pop}); err != nil {
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
