package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/experiments/train"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

type sweepFlags struct {
	workerFlags
	Jobs    int  `key:"jobs" doc:"runs at a time (with --listen or --cluster: 8)" range:"1..4096" default:"1"`
	List    bool `key:"list" doc:"list the cells, what they take and when they would end, and run nothing"`
	confine confineFlags
	cluster clusterFlags
}

func sweepCommand(a *app) *cobra.Command {
	var f sweepFlags
	c := &cobra.Command{
		Use: "sweep CONFIG [key.path=value ...]", Short: "Run an experiment with many settings and seeds, and summarize the results", Args: arguments(1, anyNumber),
		Long: "Run all cells of the sweep: section of a config (evolve config --example sweep explains it), each as its own run, and\n" +
			"print means over the seeds with 95 % intervals. Cells with a finished run are skipped, unfinished runs are\n" +
			"resumed: after an interruption the same command continues the sweep. Several commands at once share the cells.",
		RunE: func(c *cobra.Command, args []string) error { return a.sweep(c.Context(), &f, args) },
	}
	a.formats(c)
	bind(c, &f)
	f.confine.add(c)
	f.cluster.add(c, &f.Workers)
	return a.inRuns(saves(c))
}

func (a *app) sweep(ctx context.Context, f *sweepFlags, args []string) (err error) {
	cells, err := a.cellsOf(args[0], args[1:])
	if err != nil {
		return misread(args[0], err, keysHint(err), sweepKind, experimentKind)
	}
	extents, err := sweep.Extents(ctx, cells)
	if errors.Is(err, context.Canceled) {
		return err
	}
	if err != nil {
		return badInput(err, "evolve run --help and evolve config KEY explain a cell's settings")
	}
	if f.List {
		return a.printCells(cells, extents, cmp.Or(f.Workers, runtime.GOMAXPROCS(0)))
	}
	venue, err := f.cluster.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer venue.close(&err)
	if f.cluster.enabled() && !f.cluster.command.Flags().Changed("jobs") {
		f.Jobs = 8 // one run alone leaves many workers idle between its rounds
	}
	a.remark("%s; cells with a finished run are skipped\n", expected(extents, cmp.Or(venue.threads, runtime.GOMAXPROCS(0))))
	watch := &sweepWatcher{app: a, cells: len(cells), file: args[0]}
	runs, err := sweep.Run(ctx, cells, sweep.Options{
		Root: a.runs(), File: args[0], Jobs: f.Jobs, Workers: venue.threads, Pool: venue.shared(), Aside: venue.aside, Warn: venue.warn, Formats: a.figures, Observer: watch, Programs: f.confine.programs(a),
	})
	watch.end()
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted"), "the same command continues the sweep"}
	}
	err = errors.Join(err, a.forget(err))
	var known *exitError
	if errors.As(err, &known) { // it says what to do
		return err
	}
	if errors.Is(err, train.ErrBudget) || errors.Is(err, train.ErrRemote) || errors.Is(err, sweep.ErrSideBySide) {
		return badInput(err, "training_games ends each cell after a number of games, on any machine and with any --jobs")
	}
	if err != nil {
		return &exitError{exitFailed, err, "the same command continues the sweep"}
	}
	rows, err := sweep.Rows(cells, runs, a.runs(), func(r *run.Run) { a.warnOfLosses(r) })
	if err != nil {
		return err
	}
	return a.printSweep(rows)
}

// forget resets finished cells that used games of the distrusted worker; the others have left
// them out already.
func (a *app) forget(err error) error {
	var d *arena.Distrusted
	if !errors.As(err, &d) {
		return nil
	}
	var failed []error
	for _, name := range d.Of {
		folder := filepath.Join(a.runs(), filepath.Base(name))
		if s, e := run.ReadState(folder); e == nil && s.Status == run.IsFinished {
			failed = append(failed, run.ForgetFinished(folder, err))
		}
	}
	return errors.Join(failed...)
}

func (a *app) printCells(cells []sweep.Cell, extents []sweep.Extent, workers int) error {
	t := term.NewTable("generations", "games", "CPU", "cell").Right(0, 1, 2).Prose(3)
	for i, e := range extents {
		if a.json() {
			if err := a.printJSON(struct {
				Cell        string  `json:"cell"`
				Generations int     `json:"generations"`
				Games       int     `json:"games"`
				Seconds     float64 `json:"seconds"` // of CPU; 0: unknown
			}{cells[i].Name(), e.Generations, e.Games, e.CPU.Seconds()}); err != nil {
				return err
			}
			continue
		}
		cost := "unknown"
		if e.CPU > 0 {
			cost = term.Roughly(e.CPU)
		}
		t.Row(fmt.Sprint(e.Generations), fmt.Sprint(e.Games), cost, cells[i].Name())
	}
	if a.json() {
		return nil
	}
	if err := a.printTable(t); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.out, expected(extents, workers))
	return err
}

// expected says what a sweep takes on this machine, if no cell is done yet.
func expected(extents []sweep.Extent, workers int) string {
	var sum sweep.Extent
	known := true
	for _, e := range extents {
		sum.Generations += e.Generations
		sum.Games += e.Games
		sum.CPU += e.CPU
		known = known && e.CPU > 0
	}
	text := quantity.Of(len(extents), "run")
	if sum.Generations > 0 {
		text += ", " + quantity.Of(sum.Generations, "generation")
	}
	text += ", up to " + quantity.Of(sum.Games, "game")
	if !known {
		return text + "; how long a program takes for a game is not known"
	}
	took := sum.CPU / time.Duration(max(1, workers))
	return text + fmt.Sprintf(": about %s of CPU, %s with %s, until %s", term.Roughly(sum.CPU), term.Roughly(took),
		quantity.Of(workers, "worker"), time.Now().Add(took).Format(time.DateTime))
}

func (a *app) cellsOf(path string, overrides []string) ([]sweep.Cell, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	return sweep.Cells(a.newConfig(), path, text, overrides, experiment.CheckNames)
}

// sweepWatcher writes a line for each cell that begins or ends. On a terminal it
// shows the progress of the runs below.
type sweepWatcher struct {
	*app
	cells int
	file  string
	mu    sync.Mutex
	done  int
	bar   *term.Bar // nil before the first cell
}

// started begins the bar with the first cell.
func (w *sweepWatcher) started() {
	if w.bar == nil {
		w.bar = term.NewBar(w.err, w.cells, "run")
	}
}

func (w *sweepWatcher) end() {
	if w.bar != nil {
		w.bar.Close()
	}
}

// Named says what the sweep is called, if another one has its file's name.
func (w *sweepWatcher) Named(sweep string) {
	if file := filepath.Base(w.file); sweep != strings.TrimSuffix(file, filepath.Ext(file)) {
		w.remark("the sweep is called %s: the runs have another one of its file's name\n", term.OneLine(sweep))
	}
}

func (w *sweepWatcher) Waiting(cells int) {
	w.remark("waiting for %s that other commands play\n", quantity.Of(cells, "cell"))
}

func (w *sweepWatcher) Generation(run string, generation, generations int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.started()
	at := fmt.Sprintf("generation %d", generation)
	if generations > 0 { // a budget of CPU time ends at any
		at += fmt.Sprintf("/%d", generations)
	}
	w.bar.Describe(at + " of " + run)
}

func (w *sweepWatcher) Cell(c *sweep.Cell, what, run string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.started()
	switch what {
	case "finished":
		w.done++
		w.bar.Add(1)
	case "skipped":
		w.done++
		w.bar.Skip(1)
	}
	w.bar.Keep(fmt.Sprintf("%d/%d  %-8s %s  %s", w.done, w.cells, what, run, c.Name()))
}

func (w *sweepWatcher) Warn(run, text string) {
	if strings.HasPrefix(text, "warning") {
		w.mu.Lock()
		defer w.mu.Unlock()
		fmt.Fprintf(w.err, "%s: %s\n", run, text)
	}
}

func (a *app) printSweep(rows []run.Group) error {
	if a.json() {
		return printLines(a, rows)
	}
	return a.printTable(sweepTable(rows))
}

func sweepTable(rows []run.Group) *term.Table {
	t := term.NewTable("settings", "seeds", "games", "CPU", "test score", "gain over the first", "validated", "claimed").Names(0)
	for _, r := range rows {
		t.Row(strings.Join(r.Settings, " "), fmt.Sprint(len(r.Runs)), r.GamesText(strconv.Itoa), r.CPUText(), r.Text(r.Test), r.GainText(), r.Text(r.Validated), r.ClaimedText())
	}
	return t
}
