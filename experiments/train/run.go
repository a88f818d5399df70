// Package train turns an experiment into a tuned champion, recorded in a folder
// of its own. Package experiment reads the experiment, package run writes the
// folder.
//
// The road from an experiment to a champion:
//
//  1. run.go: Run opens what the config names (setup.go: newSetup), makes the
//     folder, and works on the run (work) as Resume does with a recorded one
//     (resume.go).
//  2. generation.go: train lets the learner make weights. evolution.learn starts
//     an optimiser (package evolve), which sends requests: vectors of weights,
//     and the pairs of games in which to rate them.
//  3. scorer.go: Score makes the jobs of a request, lets the pool (package arena)
//     play them, and sums up the records (play, sum, gameFitness).
//  4. objective.go: tally turns the sums of a candidate into the fitness that
//     the optimiser sees.
//  5. generation.go: observe records each generation, and validates its best
//     weights in games that train nobody (measure.go: playMix).
//  6. champion.go: finish chooses the champion, tests it and writes it.
//
// The learners without an optimiser are selfPlayLearner (selfplay.go) and
// practiceLearner (practice.go). Their weights are in files, since a genome holds
// no tables.
package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/progress"
	"evolab/search/cputime"
	"evolab/stats"
)

// Options say how a config is run; nothing in them changes a result.
type Options struct {
	Root      string // folder of the runs, "runs"; not for Resume
	File      string // the config's, for the record
	Overrides []string
	Sweep     string     // that the run is a cell of
	Cells     int        // of the sweep
	Workers   int        // on this machine; 0: one a core
	Pool      arena.Pool // plays the games; nil: the workers
	Aside     bool       // the pool leaves all games to other machines
	// Warn lists what results depend on besides the config, such as the word of workers; nil:
	// nothing.
	Warn     func() []string
	Formats  []string // of the figures; nil: svg and png
	Programs agent.Programs
	Clock    Clock              // that ends the run; the zero value: none
	Games    agent.Table        // that a resumed run may be of; nil: those of the lab
	Rubrics  experiment.Rubrics // whose points a resumed run may maximise
	Observer Observer           // nil: nobody
	// Progress counts the games of the training, whose number the plan has, and then
	// those of each stage that begins after it; nil: nobody follows.
	Progress progress.Progress
	// beforeRecording, if set, is called before a generation is recorded: tests hold it up there.
	beforeRecording func(generation int)
}

// Clock ends a run by the time of day. What it keeps from being played, [Resume] plays.
type Clock struct {
	Training time.Time // when the training ends, and the champion is chosen of what there is
	End      time.Time // when everything ends; the last games are fewer if they would take longer
}

// Observer is told of a run's generations.
type Observer interface {
	// Started is called once the run's folder holds the config.
	Started(folder string, plan Plan)
	// Generation is called when a generation has been recorded, while the next one plays.
	Generation(m run.Metrics, t run.Timing)
}

// unobserved is the Observer of a run that nobody observes.
type unobserved struct{}

func (unobserved) Started(string, Plan)               {}
func (unobserved) Generation(run.Metrics, run.Timing) {}

// Done is a run that has ended.
type Done struct {
	Folder      string // path
	Weights     features.Weights
	Evidence    run.Evidence
	Test        []run.MatchLine // of the champion
	Headline    string          // the result in a line, "" without a test
	Generation  int             // the last one
	Interrupted bool
	Cut         []string      // what the clock left out, in clauses
	Training    time.Duration // of the games that train alone
	Workers     int           // of this machine that played; 0: others played
}

// ErrNoChampion is returned by Run when it is interrupted before the first
// generation has ended.
var ErrNoChampion = errors.New("interrupted before the first generation ended: there is no champion")

// Run runs an experiment in a new folder. When ctx is cancelled, it ends early: the
// champion is then the best so far, without a test, and Done.Interrupted is set.
// [Resume] continues it.
func Run(ctx context.Context, c *experiment.Config, o Options) (done Done, err error) {
	if err := checkPool(c, o.Pool); err != nil {
		return Done{}, err
	}
	s, err := newSetup(c, o.Programs)
	if err != nil {
		return Done{}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	name, err := files.NewFolder(o.Root, c.Name, time.Now())
	if err != nil {
		return Done{}, err
	}
	r := newRunning(s, o, filepath.Join(o.Root, name))
	lock, err := files.TakeLock(filepath.Join(r.folder, run.LockFile))
	if err != nil {
		return Done{Folder: r.folder}, err
	}
	defer func() {
		err = errors.Join(err, lock.Close())
		run.UpdateSummary(r.folder)
	}()
	if err := r.begin(); err != nil {
		// Nothing was played: a folder that is no run helps nobody.
		return Done{}, errors.Join(err, os.RemoveAll(r.folder))
	}
	if done, err = r.work(ctx, run.Started); errors.Is(err, ErrBudget) {
		return Done{}, errors.Join(err, os.RemoveAll(r.folder)) // bad input leaves nothing behind
	}
	return done, err
}

// running is a run under way.
type running struct {
	setup           *setup
	options         Options
	folder          string
	started         time.Time        // moved as if nothing had interrupted it
	sizes           map[string]int64 // of the files of lines at the checkpoint
	configText      string           // for checkpoints
	record          *run.Recorder
	recording       recording
	stopTraining    context.CancelFunc
	pool            *countingPool
	scorer          *scorer
	last            evolve.Generation
	hasGeneration   bool          // last is one
	generationStart time.Time     // of the generation under way
	generationCPU   time.Duration // what the meter showed then
	meter           *cputime.Meter
	trained         time.Duration // without validations
	trainedBefore   time.Duration // CPU time of the training up to the last generation
	startCPU        time.Duration // of it, that of generation 0
	warm            warmStart     // before generation 0
	over            bool          // the last generation ends the training
	cut             []string      // what the clock left out
	games           lastGames     // after the training
	grown           bool          // its budget is larger than that of the checkpoint

	// The last validation: of which genome, and its accuracy on the reporting suite,
	// nil if it has not been measured.
	validated         mix
	validatedGenome   evolve.Genome
	validatedAccuracy *stats.Estimate
}

func newRunning(s *setup, o Options, folder string) *running {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	if o.Progress == nil {
		o.Progress = progress.None{}
	}
	if o.beforeRecording == nil {
		o.beforeRecording = func(int) {}
	}
	r := &running{setup: s, options: o, folder: folder, started: time.Now(), meter: cputime.NewMeter(), recording: recording{last: -1}}
	if o.Pool == nil {
		r.options.Pool = arena.Cores{Workers: o.Workers}
	}
	if s.config.Runs() {
		r.options.Pool = arena.Runners{Pool: r.options.Pool, Pairs: s.config.Fitness.Pairs}
	}
	r.pool = &countingPool{pool: r.options.Pool, run: filepath.Base(folder), meter: r.meter}
	r.scorer = newScorer(s, r.pool, o.Workers, o.Progress.Add)
	return r
}

// seconds is how long the run has been worked on.
func (r *running) seconds() float64 { return time.Since(r.started).Seconds() }

// begin writes the files before the first game. The config comes last: only with it
// is the folder a run.
func (r *running) begin() error {
	environment, err := run.NewEnvironment(r.setup.config, r.options.File, r.options.Overrides, r.localWorkers())
	environment.Sweep, environment.Cells = r.options.Sweep, r.options.Cells
	if err == nil {
		err = environment.Write(r.folder)
	}
	if err == nil {
		err = r.writeStart()
	}
	if err == nil {
		err = run.WriteConfig(r.folder, r.setup.config, r.options.Overrides)
	}
	return err
}

// work trains and finishes the run, and notes the outcome in its history.
func (r *running) work(ctx context.Context, began string, changed ...string) (done Done, err error) {
	done.Folder = r.folder
	if err := r.appendEvent(began, nil, changed...); err != nil {
		return done, err
	}
	plan := r.setup.plan
	plan.Played, plan.UsedCPU = r.last.Games, r.trainedBefore.Seconds()
	r.options.Observer.Started(r.folder, plan)
	if r.setup.config.Rubric != "" {
		r.options.Progress.Note("fitness: the expected points of " + r.setup.config.Rubric + ", as a share of the most")
	}
	err = r.train(ctx)
	if err == nil {
		r.planLastGames()
		done, err = r.finish(ctx)
	}
	switch {
	case done.Interrupted || len(done.Cut) > 0 || errors.Is(err, ErrNoChampion):
		err = errors.Join(err, r.appendEvent(run.Interrupted, nil))
	case err != nil:
		// On a full disk this cannot be written either, and need not be: a run at
		// work without a process has crashed.
		_ = r.appendEvent(run.Failed, err)
		if arena.DistrustedIn(err, r.pool.run) != nil {
			err = errors.Join(err, run.Forget(r.folder))
		}
	default:
		if err = r.appendEvent(run.Finished, nil); err == nil {
			err = run.Sums(r.folder).Write()
		}
	}
	if err != nil && !errors.Is(err, ErrNoChampion) && !errors.Is(err, ErrBudget) {
		err = fmt.Errorf("%w (run %s)", err, filepath.Base(r.folder))
	}
	return done, err
}

func (r *running) appendEvent(what string, failure error, changed ...string) error {
	e := run.Event{What: what, Generation: r.recording.last, Seconds: r.seconds(), Changed: changed}
	if failure != nil {
		e.Error = failure.Error()
	}
	if r.options.Warn != nil {
		e.Warnings = r.options.Warn()
	}
	return e.Append(r.folder)
}

// countingPool plays for a run, and counts the games of each worker.
type countingPool struct {
	pool  arena.Pool
	run   string
	meter *cputime.Meter // counts what programs use

	mu    sync.Mutex
	games map[string]int // by worker
}

func (c *countingPool) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	done := r.Done
	r.Of = c.run
	r.Done = func(rec arena.Record) {
		c.add(rec.By)
		if done != nil {
			done(rec)
		}
	}
	records, err := c.pool.Run(ctx, r, jobs)
	for i, rec := range records {
		for side, at := range []int{jobs[i].First, jobs[i].Second} {
			if _, program := r.Agents[at].(agent.Builder); program {
				c.meter.Add(seconds(rec.CPU[side]))
			}
		}
	}
	return records, err
}

func (c *countingPool) add(worker string) {
	if worker == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.games == nil {
		c.games = map[string]int{}
	}
	c.games[worker]++
}

// takeCounts returns the games of each worker since the last call.
func (c *countingPool) takeCounts() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	games := c.games
	c.games = nil
	return games
}

// localWorkers is how many workers of this machine play.
func (r *running) localWorkers() int {
	if r.options.Aside {
		return 0
	}
	return r.options.Workers
}
