package experiments

import "evolab/evolve"

// Plan is what a run is going to do.
type Plan struct {
	Generations int // after generation 0
	Games       int // of the training
	Played      int // of them before a resumed run was cut off
}

// plan returns the configured optimiser and how long it works.
func (c *Config) plan() (evolve.Optimizer, Plan) {
	generations := c.Generations
	games := c.optimizer(generations).GamesPerGeneration()
	if c.TrainingGames > 0 {
		generations = max(c.TrainingGames/games-1, 1)
	}
	return c.optimizer(generations), Plan{Generations: generations, Games: games * (generations + 1)}
}

// optimizer makes the configured optimiser; its names are those of
// evolve.Table.
func (c *Config) optimizer(generations int) evolve.Optimizer {
	shared := evolve.Sampling{
		Population: c.Sampling.Population, Generations: generations, Pairs: c.Fitness.Pairs,
		Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame,
	}
	switch c.Optimizer {
	case "de":
		return &evolve.DE{Sampling: shared, Weight: c.DE.Weight, Crossover: c.DE.Crossover}
	case "pso":
		return &evolve.PSO{Sampling: shared, Inertia: c.PSO.Inertia, Own: c.PSO.Own, Swarm: c.PSO.Swarm}
	case "oes":
		return &evolve.OES{Sampling: shared, Sigma: c.OES.Sigma, LearningRate: c.OES.LearningRate}
	case "cma-es":
		return &evolve.CMAES{Sampling: shared, Sigma: c.CMAES.Sigma}
	case "spsa":
		return &evolve.SPSA{Sampling: shared, Gain: c.SPSA.Gain, Perturbation: c.SPSA.Perturbation}
	case "random":
		return &evolve.Random{Sampling: shared}
	}
	return c.genetic(generations)
}

func (c *Config) genetic(generations int) *evolve.GA {
	return &evolve.GA{
		Population: c.GA.Population, Generations: generations, Elites: c.GA.Elites, Tournament: c.GA.Tournament,
		CrossoverRate: c.GA.Crossover.Rate, Blend: c.GA.Crossover.Blend, MutationRate: c.GA.MutationRate,
		Sigma: c.GA.Sigma, SigmaEnd: c.GA.SigmaEnd, Pairs: c.Fitness.Pairs, Rounds: c.Fitness.Rounds,
		Pool: c.Selection.Pool == "on", Caution: c.Selection.LowerBound, HallOfFame: c.HallOfFame,
	}
}
