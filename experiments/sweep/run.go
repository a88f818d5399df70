package sweep

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/internal/files"
	"evolab/search/cputime"
)

// Options say how a sweep is run; nothing in them changes a result.
type Options struct {
	Root     string          // folder of the runs
	File     string          // the sweep's, for the record
	Jobs     int             // runs at a time
	Workers  int             // games at a time on this machine, of all runs together; 0: one a core
	Pool     arena.Pool      // plays the games; nil: the workers
	Aside    bool            // the pool leaves all games to other machines
	Warn     func() []string // as train.Options has it
	Formats  []string        // of each run's figures; nil: svg and png
	Observer Observer
	name     string // of the sweep
	cells    int    // of it
	// Programs are those among the opponents.
	Programs agent.Programs
}

// Observer is told of the cells of a sweep; several goroutines call it at once.
type Observer interface {
	// Named says what the sweep is called, before the first cell.
	Named(sweep string)
	// Waiting reports that other commands play all cells that are left, and how many.
	Waiting(cells int)
	// Cell reports that a cell is skipped, started, resumed or finished.
	Cell(c *Cell, what, run string)
	// Generation reports the progress of a run in training.
	Generation(run string, generation, generations int)
	// Warn passes on a warning of a run.
	Warn(run, text string)
}

// errElsewhere is the error of a cell that another process plays.
var errElsewhere = errors.New("another process is at work on the cell")

// ErrSideBySide is returned for budgets of CPU time of runs side by side, where the
// system does not count the CPU time of a thread.
var ErrSideBySide = errors.New("training_cpu: this system counts the CPU time of the whole process (expected: --jobs 1)")

// Run runs the cells without a finished run, resumes interrupted ones, and returns
// each cell's run. Cells that other processes play are left to them and waited for: what
// one of them does not finish is played here.
func Run(ctx context.Context, cells []Cell, o Options) ([]string, error) {
	timed := func(c Cell) bool { return c.Config.TrainingCPU > 0 }
	if !cputime.PerThread && o.Jobs > 1 && slices.ContainsFunc(cells, timed) {
		return nil, ErrSideBySide
	}
	before, err := run.List(ctx, o.Root)
	if err != nil {
		return nil, err
	}
	plan := newPlan(o.File, cells)
	o.name, o.cells = plan.name(before, ReadPlans(o.Root)), len(cells)
	o.Observer.Named(o.name)
	if err := plan.write(o.Root, o.name); err != nil {
		o.Observer.Warn(o.name, fmt.Sprintf("warning: its page may lack cells: %v", err))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	runs, left := make([]string, len(cells)), make([]int, len(cells))
	for i := range left {
		left[i] = i
	}
	for waiting := 0; ; {
		if left, err = o.pass(ctx, cells, left, findRuns(cells, before), runs); err != nil || len(left) == 0 {
			return runs, err
		}
		if len(left) != waiting {
			waiting = len(left)
			o.Observer.Waiting(waiting)
		}
		select {
		case <-ctx.Done():
			return runs, ctx.Err()
		case <-time.After(lookEvery):
		}
		if before, err = run.List(ctx, o.Root); err != nil {
			return runs, err
		}
	}
}

// lookEvery is how often a sweep looks for what became of cells that others play.
const lookEvery = time.Second

// pass runs cells, and returns those that are played elsewhere.
func (o *Options) pass(ctx context.Context, cells []Cell, list []int, found []*run.Summary, runs []string) (left []int, err error) {
	elsewhere := make([]bool, len(cells))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Jobs))
	for _, i := range list {
		group.Go(func() error {
			if working.Err() != nil {
				return working.Err()
			}
			var err error
			runs[i], err = o.cell(working, &cells[i], found[i])
			if elsewhere[i] = errors.Is(err, errElsewhere); elsewhere[i] {
				return nil
			}
			return err
		})
	}
	err = group.Wait()
	return slices.DeleteFunc(list, func(i int) bool { return !elsewhere[i] }), err
}

// findRuns finds a usable run for each cell, finished ones first.
func findRuns(cells []Cell, list []*run.Summary) []*run.Summary {
	best := map[string]*run.Summary{}
	for _, s := range list {
		if known := best[s.Key]; known == nil || rank(s.Status) > rank(known.Status) {
			best[s.Key] = s
		}
	}
	found := make([]*run.Summary, len(cells))
	for i := range cells {
		found[i] = best[run.KeyOf(cells[i].Config)]
	}
	return found
}

func rank(status string) int {
	return slices.Index([]string{run.IsRunning, run.IsFinished}, status)
}

// cell runs or resumes a cell and returns its run's name. Found is the run that the cell had
// when it was last looked for.
func (o *Options) cell(ctx context.Context, c *Cell, found *run.Summary) (string, error) {
	if known, err := o.known(c, found); known != "" || err != nil {
		return known, err
	}
	begun, err := o.claim(ctx)
	if err != nil {
		return "", err
	}
	defer begun()
	now, err := run.List(ctx, o.Root)
	if err != nil {
		return "", err
	}
	found = findRuns([]Cell{*c}, now)[0]
	if known, err := o.known(c, found); known != "" || err != nil {
		return known, err
	}
	var done train.Done
	if found == nil {
		done, err = o.start(ctx, c, begun)
	} else {
		done, err = train.Resume(ctx, filepath.Join(o.Root, found.Run), o.run(c, "resumed", begun))
	}
	switch {
	case errors.Is(err, train.ErrNotResumable):
		done, err = o.start(ctx, c, begun)
	case errors.Is(err, files.ErrLocked):
		err = errElsewhere
	}
	name := filepath.Base(done.Folder)
	if err = errors.Join(ctx.Err(), err); err == nil {
		o.Observer.Cell(c, "finished", name)
	}
	return name, err
}

// known is the run of a cell that has one already; the error is errElsewhere if another
// process works on it.
func (o *Options) known(c *Cell, found *run.Summary) (string, error) {
	switch {
	case found == nil:
		return "", nil
	case found.Status == run.IsFinished:
		o.Observer.Cell(c, "skipped", found.Run)
		return found.Run, nil
	case found.Status == run.IsRunning:
		return "", errElsewhere
	}
	return "", nil
}

// claimLock is held, in the folder of the runs, by the sweep that is about to begin a run:
// whoever looks for a cell's run then finds that of any other sweep. From then on the run's
// own lock claims the cell. A kill releases both.
const claimLock = ".sweeps.lock"

// claim takes the lock; begun releases it, once.
func (o *Options) claim(ctx context.Context) (begun func(), err error) {
	if err := files.MakeFolder(o.Root); err != nil {
		return nil, err
	}
	lock, err := files.WaitLock(ctx, filepath.Join(o.Root, claimLock))
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { _ = lock.Close() }), nil // closing releases it even if it fails
}

func (o *Options) start(ctx context.Context, c *Cell, begun func()) (train.Done, error) {
	run := o.run(c, "started", begun)
	run.Root, run.File = o.Root, o.File
	run.Sweep, run.Cells = o.name, o.cells
	run.Overrides = append(c.Settings[:len(c.Settings):len(c.Settings)], fmt.Sprintf("seed=%d", c.Config.Seed))
	return train.Run(ctx, c.Config, run)
}

// run is what starting and resuming have in common.
func (o *Options) run(c *Cell, what string, begun func()) train.Options {
	observer := &cellObserver{sweep: o.Observer, cell: c, what: what, begun: begun}
	return train.Options{
		Programs: o.Programs, Games: c.Config.Games, Rubrics: c.Config.Rubrics, Workers: max(1, o.Workers/max(1, o.Jobs)), Pool: o.Pool, Aside: o.Aside, Warn: o.Warn, Formats: o.Formats,
		Observer: observer, Progress: observer,
	}
}

// cellObserver passes on a part of what a run reports.
type cellObserver struct {
	sweep Observer
	cell  *Cell
	what  string // happens to the cell when its run begins
	begun func() // is called then
	run   string
	plan  train.Plan
}

// Started implements train.Observer.
func (c *cellObserver) Started(folder string, plan train.Plan) {
	c.begun()
	c.run, c.plan = filepath.Base(folder), plan
	c.sweep.Cell(c.cell, c.what, c.run)
}

// Generation implements train.Observer.
func (c *cellObserver) Generation(m run.Metrics, _ run.Timing) {
	c.sweep.Generation(c.run, m.Generation, c.plan.Generations)
}

// Begin implements progress.Progress: a sweep shows no stages.
func (c *cellObserver) Begin(string, int, string) {}

// Add implements progress.Progress.
func (c *cellObserver) Add(int) {}

// Note implements progress.Progress.
func (c *cellObserver) Note(text string) { c.sweep.Warn(c.run, text) }
