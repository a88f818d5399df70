package train

import (
	"fmt"

	"evolab/evolve"
	"evolab/experiments/experiment"
)

// Plan is the extent of a run.
type Plan struct {
	Generations int // after generation 0
	Games       int // of the training
	Played      int // of them before a run was resumed
	// StartApart: generation 0 measures the start weights, and cannot be compared
	// with the generations after it.
	StartApart bool
	// Unit is what is counted: games, or the positions of a suite if there are no
	// games.
	Unit string
}

// planOf returns the configured optimiser, ready to run, and its plan.
func planOf(c *experiment.Config) (evolve.Optimizer, Plan, error) {
	o, ok := c.Optimizer.Chosen().(evolve.Optimizer)
	if !ok {
		return nil, Plan{}, fmt.Errorf("train: no optimizer %q", c.Optimizer.Name)
	}
	unit := "games"
	if c.AccuracyShare() == 1 {
		unit = "positions"
	}
	if !c.Evolves() {
		games := c.Practice.GamesTo(c.Generations)
		if c.Fitter() != nil {
			games = c.Generations * (c.SelfPlay.Games + c.SelfPlay.MatchGames)
		}
		games += 2 * c.Fitness.Pairs * (c.Generations + 1)
		return o, Plan{Generations: c.Generations, Games: games, StartApart: true, Unit: unit}, nil
	}
	shared := evolve.Shared{
		Population: c.Sampling.Population, Generations: c.Generations, Pairs: c.Fitness.Pairs, Rounds: c.Fitness.Rounds,
		Pool: c.Selection.Pool == "on", Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame, Box: c.Tunes(),
	}
	o.Share(shared)
	games := o.GamesPerGeneration()
	if c.TrainingGames > 0 {
		shared.Generations = max(c.TrainingGames/games-1, 1)
		o.Share(shared)
	}
	return o, Plan{Generations: shared.Generations, Games: games * (shared.Generations + 1), Unit: unit}, nil
}
