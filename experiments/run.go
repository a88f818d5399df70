package experiments

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"evolab/evolve"
	"evolab/features"
	"evolab/files"
)

// Options say how a config is run; nothing in them changes a result.
type Options struct {
	Root      string // folder of the runs, "runs"
	Overrides []string
	Workers   int // 0: one a core
	Watch     Watcher
}

// Watcher is told how a run goes on.
type Watcher interface {
	// Started is called once the run's folder holds the config.
	Started(folder string, plan Plan)
	// Played is called after games of the training, from several goroutines.
	Played(games int)
	// Generation is called after each generation was recorded.
	Generation(m Metrics, t Timing)
	// Stage announces what follows the training.
	Stage(name string)
}

// Done is a run that has ended.
type Done struct {
	Folder      string // path
	Weights     features.Weights
	Evidence    Evidence
	Interrupted bool
	Training    time.Duration // of the games that train alone
	Workers     int
}

// ErrNoChampion is returned by Run when it is interrupted before the first
// generation has ended.
var ErrNoChampion = errors.New("experiments: interrupted before the first generation ended: there is no champion")

// Run runs an experiment in a new folder. When ctx is cancelled it ends early:
// the champion is then the best of what there is, without a test, and
// Done.Interrupted is set.
func Run(ctx context.Context, c *Config, o Options) (done Done, err error) {
	s, err := newSetup(c)
	if err != nil {
		return Done{}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	name, err := files.NewFolder(o.Root, c.Name, time.Now())
	if err != nil {
		return Done{}, err
	}
	r := &running{setup: s, options: o, folder: filepath.Join(o.Root, name), started: time.Now()}
	if r.options.Workers == 0 {
		r.options.Workers = runtime.GOMAXPROCS(0)
	}
	if err := writeConfig(r.folder, c, o.Overrides); err != nil {
		return Done{}, err
	}
	o.Watch.Started(r.folder, s.plan)
	if c.Objective == RubricObjective {
		o.Watch.Stage("fitness: the expected points of " + c.Rubric + ", as a share of the most")
	}
	if err := r.train(ctx); err != nil {
		return Done{Folder: r.folder}, err
	}
	return r.finish(ctx)
}

// running is a run under way.
type running struct {
	*setup
	options Options
	folder  string
	started time.Time
	metrics *lineFile
	timing  *lineFile
	last    evolve.Generation
	before  time.Time // when the generation under way began
	any     bool      // a generation has ended
	trained time.Duration

	validated   mix           // what the last validation found
	validatedAs evolve.Genome // and for which genome
}

// train runs the optimiser and records its generations. An interruption is no
// error.
func (r *running) train(ctx context.Context) (err error) {
	if r.metrics, err = createLines(filepath.Join(r.folder, MetricsFile)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.metrics.close()) }()
	if r.timing, err = createLines(filepath.Join(r.folder, TimingFile)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.timing.close()) }()
	start := evolve.Start{
		Seed: r.config.Seed, Genomes: []evolve.Genome{r.start}, Spread: r.spread(),
	}
	r.before = time.Now()
	games := &scorer{setup: r.setup, workers: r.options.Workers, played: r.options.Watch.Played}
	err = r.optimizer.Run(ctx, start, games, func(g evolve.Generation) error { return r.observe(ctx, g) })
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// observe records a generation; its best individual is validated if it is due.
func (r *running) observe(ctx context.Context, g evolve.Generation) error {
	trained := time.Since(r.before)
	r.trained += trained
	m := newMetrics(g)
	if every := r.config.Validation.Every; g.Index%every == 0 || g.Index == r.plan.Generations {
		v, err := r.validate(ctx, g)
		if err != nil {
			return err
		}
		m.Validated, m.ValidatedScore = &v.Fitness, &v.Score
	}
	if err := r.metrics.append(m); err != nil {
		return err
	}
	played := g.Games - r.last.Games
	t := Timing{
		Generation: g.Index, Seconds: time.Since(r.started).Seconds(), Games: played,
		GamesPerSecond: float64(played) / trained.Seconds(), Workers: r.options.Workers,
	}
	if err := r.timing.append(t); err != nil {
		return err
	}
	r.last, r.any, r.before = g, true, time.Now()
	r.options.Watch.Generation(m, t)
	return nil
}

// validate plays the same games in every generation, so that the curve shows
// the weights and not the luck of the openings; a best individual that stays
// has not to play them again. Generation 0 stands for the start weights.
func (r *running) validate(ctx context.Context, g evolve.Generation) (mix, error) {
	genome := g.Individuals[0].Genome
	if g.Index == 0 {
		genome = r.start
	}
	if genome.Equal(r.validatedAs) {
		return r.validated, nil
	}
	m, err := r.measureMix(ctx, r.weights(genome, ""), r.config.Validation.Games,
		measurement{purpose: validateSeed, openingPlies: r.config.Fitness.OpeningPlies, workers: r.options.Workers})
	if err == nil {
		r.validated, r.validatedAs = m, genome
	}
	return m, err
}

// finish chooses, tests and writes the champion, and draws the figures.
func (r *running) finish(ctx context.Context) (Done, error) {
	done := Done{Folder: r.folder, Training: r.trained, Workers: r.options.Workers}
	if !r.any {
		return done, ErrNoChampion
	}
	c, test, err := r.crown(ctx)
	if err != nil {
		return done, err
	}
	done.Interrupted = ctx.Err() != nil
	done.Evidence = Evidence{
		Experiment: r.config.Name, Seed: r.config.Seed, Generation: c.individual.Born, Games: r.last.Games,
		Depth: r.config.Player.Depth, Claimed: c.individual.Tally.Mean(), Chosen: c.chosen, Test: test, Points: r.predicted(test), Warnings: warnings(test),
	}
	for _, p := range done.Evidence.Points {
		r.options.Watch.Stage(fmt.Sprintf("%s from %d random opening plies: %.1f [%.1f, %.1f] of %.0f points expected of a grading",
			p.Rubric, p.OpeningPlies, p.Points.Value, p.Points.Low, p.Points.High, p.Max))
	}
	done.Weights = r.weights(c.individual.Genome, "")
	if err := r.writeChampion(r.folder, c, done.Evidence); err != nil {
		return done, err
	}
	r.options.Watch.Stage("drawing the figures")
	if _, err := Draw(r.folder, nil); err != nil {
		return done, err
	}
	return done, nil
}

// crown chooses and tests the champion; after an interruption it is the best
// of the hall of fame as it stands.
func (r *running) crown(ctx context.Context) (champion, []Versus, error) {
	unproven := champion{individual: r.last.HallOfFame[0]}
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	r.options.Watch.Stage(fmt.Sprintf("choosing among the best %d", min(len(r.last.HallOfFame), r.config.Validation.Candidates)))
	c, err := r.choose(ctx, r.last.HallOfFame, r.options.Workers)
	if ctx.Err() != nil {
		return unproven, nil, nil
	}
	if err != nil {
		return c, nil, err
	}
	r.options.Watch.Stage("testing the champion")
	test, err := r.test(ctx, c, r.options.Workers)
	if ctx.Err() != nil {
		return c, nil, nil
	}
	return c, test, err
}
