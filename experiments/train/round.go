package train

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/stats"
)

// design is the evaluation that is learned, with connectives beside those of the
// config.
func (s *setup) design(connectives []string) features.Design {
	info := s.game.Info()
	d := s.config.Design(info.Features, info.Variant(s.config.Variant))
	d.Names = append(d.Names[:len(d.Names):len(d.Names)], connectives...)
	return d
}

// makeFolders makes folders of the run's.
func (r *running) makeFolders(names ...string) error {
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(r.folder, name), 0o755); err != nil {
			return fmt.Errorf("train: %w", err)
		}
	}
	return nil
}

func roundID(n int) string { return fmt.Sprintf("%d-0", n) }

// observeStart measures the start weights and records them as generation 0.
func (l *running) observeStart(ctx context.Context) error {
	first := evolve.Individual{ID: roundID(0), Genome: l.start}
	l.made[first.ID] = l.made[run.StartName]
	lines, err := l.measured(ctx, 0, &first)
	if err != nil {
		return err
	}
	g := generationOf(0, []evolve.Individual{first}, []evolve.Individual{first})
	g.Games = first.Tally.Games()
	return l.observe(ctx, g, run.NewMetrics(g), lines)
}

// restoreRounds reads the weights of the rounds so far.
func (l *running) restoreRounds() error {
	l.made[roundID(0)] = l.made[run.StartName]
	for n := 1; n <= l.last.Index; n++ {
		w, err := run.ReadRound(l.folder, n)
		if err != nil {
			return err
		}
		l.made[roundID(n)] = w
	}
	return nil
}

// measured plays an evaluation against the opponents of the config; the result is
// the fitness that it claims.
func (l *running) measured(ctx context.Context, n int, i *evolve.Individual) ([]run.MatchLine, error) {
	w := l.weightsOf(*i, "")
	m, err := l.measureMix(ctx, w, 2*l.config.Fitness.Pairs, l.measurement(experiment.TrainSeed, l.config.Fitness.OpeningPlies),
		func() (stats.Estimate, error) { return l.accuracy(ctx, w, &l.suites.train) })
	if err != nil {
		return nil, err
	}
	i.Tally = tallyOf(m.all)
	return matchLines(run.TrainMatch, n, i.ID, m.met), nil
}

// admit adds a round to the hall of fame, which holds the latest ones. With practice,
// each continues from the values of the one before, so the last one has learned most.
func (l *running) admit(i evolve.Individual) []evolve.Individual {
	return append([]evolve.Individual{i}, l.last.HallOfFame[:min(len(l.last.HallOfFame), l.config.HallOfFame-1)]...)
}

// keepRound writes the weights of a round.
func (l *running) keepRound(n int, w features.Weights) error {
	w.Source = fmt.Sprintf("round %d of experiment %s, seed %d", n, l.config.Name, l.config.Seed)
	return run.WriteRound(l.folder, n, w)
}

// eachRound begins a run, or resumes it, and plays the remaining rounds.
func (r *running) eachRound(ctx context.Context, begin func(context.Context) error, round func(context.Context, int) error) error {
	if err := begin(ctx); err != nil {
		return err
	}
	for n := r.last.Index + 1; n <= r.plan.Generations; n++ {
		if err := round(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// generationOf is a round in the form in which the optimisers' generations are
// recorded.
func generationOf(n int, ranked, hall []evolve.Individual) evolve.Generation {
	g := evolve.Generation{Index: n, Individuals: ranked, HallOfFame: hall, Best: ranked[0].Tally.Mean()}
	g.Low, g.High = g.Best, g.Best
	for _, i := range ranked {
		f := i.Tally.Mean()
		g.Mean += f / float64(len(ranked))
		g.Low, g.High = min(g.Low, f), max(g.High, f)
	}
	return g
}
