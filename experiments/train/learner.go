package train

import (
	"context"

	"evolab/evolve"
	"evolab/experiments/run"
)

// learner is what makes weights, generation by generation.
type learner interface {
	// learn works from the last generation on, and observes each one.
	learn(ctx context.Context, r *running) error
}

// learnerOf is the config's learner.
func learnerOf(s *setup) learner {
	if f := s.config.Fitter(); f != nil {
		return &rounds{fitter: f, settings: &s.config.SelfPlay}
	}
	if rule := s.config.Rule(); rule != nil {
		return &practising{rule: rule, settings: &s.config.Practice}
	}
	return evolution{}
}

// evolution is the learner that runs an optimiser.
type evolution struct{}

func (evolution) learn(ctx context.Context, r *running) error {
	start := evolve.Start{
		Seed: r.config.Seed, Genomes: []evolve.Genome{r.start}, Near: r.config.Start != "random",
	}
	if r.any {
		start.Checkpoint = &r.last
		if err := r.restoreArchive(); err != nil {
			return err
		}
	}
	return r.optimizer.Run(ctx, start, r.games, func(g evolve.Generation) error {
		return r.observe(ctx, g, run.NewMetrics(g), r.trainLines(g.Index, r.games.take()))
	})
}
