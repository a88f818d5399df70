package train

import (
	"fmt"

	"evolab/evolve"
	"evolab/experiments/experiment"
)

// Plan is what a run is going to do.
type Plan struct {
	Generations int // after generation 0
	Games       int // of the training
	Played      int // of them before a resumed run was cut off
	// Unit is what is counted as games: positions of a suite, where nothing else
	// is asked.
	Unit string
}

// planOf returns the configured optimiser, ready to run, and how long it works.
func planOf(c *experiment.Config) (evolve.Optimizer, Plan, error) {
	o, ok := c.Optimizer.Chosen().(evolve.Optimizer)
	if !ok {
		return nil, Plan{}, fmt.Errorf("train: no optimizer %q", c.Optimizer.Name)
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
	unit := "games"
	if c.AccuracyShare() == 1 {
		unit = "positions"
	}
	return o, Plan{Generations: shared.Generations, Games: games * (shared.Generations + 1), Unit: unit}, nil
}
