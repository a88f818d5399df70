package train

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

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

func (r *running) makeFolders(names ...string) error {
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(r.folder, name), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// roundID names the individual of a round, as the optimisers name theirs.
func roundID(n int) string { return fmt.Sprintf("%d-0", n) }

// observeStart measures the start weights and records them as generation 0.
func (r *running) observeStart(ctx context.Context) error {
	first := evolve.Individual{ID: roundID(0), Genome: r.setup.start}
	r.setup.roundWeights[first.ID] = r.setup.roundWeights[run.StartName]
	lines, err := r.measureRound(ctx, 0, &first)
	if err != nil {
		return err
	}
	g := generationOf(0, []evolve.Individual{first}, []evolve.Individual{first})
	g.Games = first.Tally.Games()
	return r.observe(ctx, g, run.NewMetrics(g), lines)
}

// restoreRounds reads the weights of the rounds so far.
func (r *running) restoreRounds() error {
	r.setup.roundWeights[roundID(0)] = r.setup.roundWeights[run.StartName]
	for n := 1; n <= r.last.Index; n++ {
		w, err := run.ReadRound(r.folder, n)
		if err != nil {
			return err
		}
		r.setup.roundWeights[roundID(n)] = w
	}
	return nil
}

// measureRound plays an evaluation against the opponents of the config; the result is
// the fitness that it claims.
func (r *running) measureRound(ctx context.Context, n int, i *evolve.Individual) ([]run.MatchLine, error) {
	w := r.setup.weightsOf(*i, "")
	m, err := r.setup.playMix(ctx, w, 2*r.setup.config.Fitness.Pairs, r.matchPlan(experiment.TrainSeed, r.setup.config.Fitness.OpeningPlies),
		func() (stats.Estimate, error) { return r.setup.accuracy(ctx, w, &r.setup.suites.training) })
	if err != nil {
		return nil, err
	}
	i.Tally = tallyOf(m.all)
	return matchLines(run.TrainMatch, n, i.ID, m.matches), nil
}

// hallWith is the hall of fame with a new round; it holds the latest ones. With practice,
// each continues from the values of the one before, so the last one has learned most.
func (r *running) hallWith(i evolve.Individual) []evolve.Individual {
	return append([]evolve.Individual{i}, r.last.HallOfFame[:min(len(r.last.HallOfFame), r.setup.config.HallOfFame-1)]...)
}

func (r *running) keepRound(n int, w features.Weights) error {
	w.Source = fmt.Sprintf("round %d of experiment %s, seed %d", n, r.setup.config.Name, r.setup.config.Seed)
	return run.WriteRound(r.folder, n, w)
}

// eachRound begins a run, or resumes it, and plays the remaining rounds.
func (r *running) eachRound(ctx context.Context, begin func(context.Context) error, round func(context.Context, int) error) error {
	if err := begin(ctx); err != nil {
		return err
	}
	if c := r.setup.config; r.over && r.last.Index == 0 && c.Budgeted() {
		return r.tooSmall(c.LeastGames(), r.startCPU/time.Duration(c.MeasureGames()))
	}
	for !r.over {
		if err := round(ctx, r.last.Index+1); err != nil {
			return err
		}
	}
	return nil
}

// generationOf is a round as a Generation, so that it is recorded like those of
// optimisers.
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
