package train

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/record"
	"evolab/stats"
)

// train runs the optimiser and records its generations, from the checkpoint if
// there is one. An interruption is no error.
func (r *running) train(ctx context.Context) (err error) {
	if r.record, err = record.OpenRecorder(r.folder, r.sizes); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.record.Close()) }()
	start := evolve.Start{
		Seed: r.config.Seed, Genomes: []evolve.Genome{r.start}, Near: r.config.Start != "random",
	}
	if r.any {
		start.Checkpoint = &r.last
		if err := r.restoreArchive(); err != nil {
			return err
		}
	}
	r.before = time.Now()
	err = r.optimizer.Run(ctx, start, r.games, func(g evolve.Generation) error { return r.observe(ctx, g) })
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// restoreArchive fills the archive from the recorded generations.
func (r *running) restoreArchive() error {
	if r.config.Archive.Share == 0 {
		return nil
	}
	metrics, err := record.ReadLines[record.Metrics](filepath.Join(r.folder, record.MetricsFile))
	for _, m := range metrics {
		r.games.archive.add(m.Generation, m.Weights)
	}
	return err
}

// observe records a generation, and validates its best individual if that is due.
func (r *running) observe(ctx context.Context, g evolve.Generation) error {
	trained := time.Since(r.before)
	m := record.NewMetrics(g)
	matches := r.trainLines(g.Index, r.games.take())
	if every := r.config.Validation.Every; g.Index%every == 0 || g.Index == r.plan.Generations {
		v, player, err := r.validate(ctx, g)
		if err != nil {
			return err
		}
		m.Validated, m.ValidatedScore, m.Accuracy = &v.Fitness, &v.Score, r.accurate
		matches = append(matches, matchLines(record.ValidateMatch, g.Index, player, v.met)...)
	}
	played := g.Games - r.last.Games
	t := record.Timing{
		Generation: g.Index, Seconds: r.seconds(), Games: played,
		GamesPerSecond: float64(played) / trained.Seconds(), Workers: r.options.Workers,
	}
	r.trained += trained
	if err := r.keep(g, m, t, matches); err != nil {
		return err
	}
	r.games.archive.add(g.Index, m.Weights)
	r.last, r.any, r.before = g, true, time.Now()
	r.options.Watch.Generation(m, t)
	return nil
}

// validate plays the same games in every generation, so that the curve shows the
// weights and not the luck of the openings. A best individual that stays does not
// play them again, and has then no matches. Generation 0 validates the start
// weights.
func (r *running) validate(ctx context.Context, g evolve.Generation) (m mix, player string, err error) {
	genome, player := g.Individuals[0].Genome, g.Individuals[0].ID
	if g.Index == 0 {
		genome, player = r.start, record.StartName
	}
	if genome.Equal(r.validatedAs) {
		m := r.validated
		m.met = nil
		return m, player, r.look(ctx, genome)
	}
	r.accurate = nil
	if err := r.look(ctx, genome); err != nil {
		return m, player, err
	}
	games := r.measurement(experiment.ValidateSeed, r.config.Fitness.OpeningPlies)
	games.played = nil // they are not part of the training's progress
	m, err = r.measureMix(ctx, r.weights(genome, ""), r.config.Validation.Games, games, func() (stats.Estimate, error) { return *r.accurate, nil })
	if err == nil {
		r.validated, r.validatedAs = m, genome
	}
	return m, player, err
}

// look measures a genome on the reporting suite, if there is one, once.
func (r *running) look(ctx context.Context, g evolve.Genome) error {
	if len(r.suites.report.Entries) == 0 || r.accurate != nil {
		return nil
	}
	e, err := r.accuracy(ctx, r.weights(g, ""), &r.suites.report)
	if err == nil {
		r.accurate = &e
	}
	return err
}

// keep records a generation: first its lines, then the checkpoint.
func (r *running) keep(g evolve.Generation, m record.Metrics, t record.Timing, matches []record.MatchLine) error {
	if err := r.record.Generation(g, r.config.Selection.LowerBound, m, t, matches); err != nil {
		return err
	}
	text, err := r.config.YAML()
	if err != nil {
		return err
	}
	c := record.Checkpoint{Config: string(text), Generation: g, Sizes: r.record.Sizes(), Seconds: r.seconds(), Trained: r.trained.Seconds()}
	if r.validatedAs != nil {
		c.Validated, c.ValidatedAs = &r.validated.Mix, r.validatedAs
	}
	return c.Write(r.folder)
}
