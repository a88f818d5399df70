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
	if c.Fitter() != nil {
		each := 2 * c.Fitness.Pairs
		round := c.SelfPlay.Games + c.SelfPlay.MatchGames + each
		return o, Plan{Generations: c.Generations, Games: each + c.Generations*round, Unit: unit}, nil
	}
	if c.Rule() != nil {
		each := 2 * c.Fitness.Pairs
		return o, Plan{Generations: c.Generations, Games: (c.Generations+1)*each + c.Practice.GamesTo(c.Generations), Unit: unit}, nil
	}
	shared := evolve.Shared{
		Population: c.Sampling.Population, Generations: c.Generations, Pairs: c.Fitness.Pairs, Rounds: c.Fitness.Rounds,
		Pool: c.Selection.Pool == "on", Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame,
	}
	o.Share(shared)
	games := o.GamesPerGeneration()
	if c.TrainingGames > 0 {
		shared.Generations = max(c.TrainingGames/games-1, 1)
		o.Share(shared)
	}
	return o, Plan{Generations: shared.Generations, Games: games * (shared.Generations + 1), Unit: unit}, nil
}
