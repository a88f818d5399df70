package train

import (
	"context"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/stats"
)

// objective is what a run maximises; each one has a file.
type objective interface {
	// score is the fitness of the candidates of a request, from 0 to 1.
	score(ctx context.Context, s *scorer, r evolve.Request) ([]evolve.Tally, error)
	// fitness is that of weights on games that train nobody: results are against each
	// opponent, and accuracy measures that on a suite.
	fitness(results []stats.Result, accuracy func() (stats.Estimate, error)) (stats.Estimate, error)
	// headline compares the start weights and the champion.
	headline(ctx context.Context, r *running, c champion, e *run.Evidence, start run.Metrics) (string, error)
}

// goalOf is the config's objective.
func goalOf(c *experiment.Config) objective {
	switch {
	case c.Objective == experiment.RubricObjective:
		return newRubricGoal(c)
	case c.AccuracyShare() == 1:
		return accuracyGoal{}
	}
	return mixGoal{share: c.AccuracyShare()}
}

// tallyOf is what an optimiser learns about a candidate's games.
func tallyOf(r stats.Result) evolve.Tally {
	return evolve.Tally{Pairs: r.Pairs.Pairs(), WDL: r.Total(), Sum: r.Sum, SumSquares: r.SumSquares}
}
