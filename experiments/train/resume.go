package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// ErrChanged is returned by Resume for a run whose config is not the one that
// it began with. The message lists the keys that differ.
var ErrChanged = errors.New("the config is not the one that the run began with")

// ErrFinished is returned by Resume for a run that has nothing left to do.
var ErrFinished = errors.New("the run has finished")

// ErrNotResumable is returned by Resume for a run of an earlier version.
var ErrNotResumable = errors.New("the run was made by an earlier version, and this one cannot continue it")

// Resume continues a run from its last checkpoint, and ends with the same bytes as an
// uninterrupted one. Options.Overrides may give it more generations; any
// other difference is ErrChanged, and a changed file of a finished run is a *files.Changed. While another process works on the run, the error wraps files.ErrLocked.
func Resume(ctx context.Context, folder string, o Options) (done Done, err error) {
	if _, err := os.Stat(filepath.Join(folder, run.EnvironmentFile)); errors.Is(err, fs.ErrNotExist) {
		return Done{Folder: folder}, fmt.Errorf("%s: %w: it kept no checkpoints", folder, ErrNotResumable)
	}
	lock, err := files.TakeLock(filepath.Join(folder, run.LockFile))
	if err != nil {
		return Done{Folder: folder}, err
	}
	defer func() {
		err = errors.Join(err, lock.Close())
		run.UpdateSummary(folder)
	}()
	sums := run.Sums(folder)
	if err := sums.Require(nil); err != nil {
		return Done{Folder: folder}, err
	}
	p, err := readRecordedRun(folder, o)
	if err != nil {
		return Done{Folder: folder}, err
	}
	if err := checkPool(p.config, o.Pool); err != nil {
		return Done{Folder: folder}, err
	}
	if p.finished && !p.longer {
		if !sums.Exist() { // a kill came before them
			if err := sums.Write(); err != nil {
				return Done{Folder: folder}, err
			}
		}
		return Done{Folder: folder}, fmt.Errorf("%s: %w", folder, ErrFinished)
	}
	if err := sums.Remove(); err != nil {
		return Done{Folder: folder}, err
	}
	if err := run.RemoveTemporary(folder); err != nil {
		return Done{Folder: folder}, err
	}
	return p.resume(ctx, folder, o)
}

// recordedRun is what an earlier process has left of a run.
type recordedRun struct {
	environment *run.Environment
	checkpoint  *run.Checkpoint // nil before the first generation
	finished    bool
	config      *experiment.Config
	changed     []string // the keys that differ from what it began with
	longer      bool     // some of them make the run longer
}

func readRecordedRun(folder string, o Options) (*recordedRun, error) {
	p := &recordedRun{config: &experiment.Config{Games: o.Games, Rubrics: o.Rubrics, StartFile: run.RecordedStart(folder)}}
	var err error
	if p.environment, err = run.ReadEnvironment(folder); err != nil {
		return nil, err
	}
	if p.checkpoint, err = run.ReadCheckpoint(folder); err != nil {
		return nil, err
	}
	if p.checkpoint != nil {
		if err := p.checkpoint.CheckLines(folder); err != nil {
			return nil, err
		}
	}
	history, err := run.ReadLines[run.Event](filepath.Join(folder, run.HistoryFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	p.finished = len(history) > 0 && history[len(history)-1].What == run.Finished
	if err = experiment.LoadInto(p.config, filepath.Join(folder, run.ConfigFile), o.Overrides, experiment.CheckNames); err != nil {
		return nil, err
	}
	if p.environment.Rounded() && p.config.HasIntegers() {
		return nil, fmt.Errorf("%s: %w: its whole numbers were rounded floats, and now have equal parts of their range", folder, ErrNotResumable)
	}
	return p, p.compare()
}

// compare finds the changes since the run began, and refuses those that would make
// it another run.
func (p *recordedRun) compare() error {
	began := p.environment.Config
	if p.checkpoint != nil {
		began = p.checkpoint.Config
	}
	then, err := experiment.Parse(run.ConfigFile, []byte(began), nil)
	if err != nil {
		return fmt.Errorf("the recorded config: %w", err)
	}
	var refused []string
	for _, d := range config.Differences(then, p.config) {
		p.changed = append(p.changed, d.String())
		longer := d.Path == "generations" && p.config.Generations > then.Generations ||
			d.Path == "training_games" && then.TrainingGames > 0 && p.config.TrainingGames > then.TrainingGames ||
			d.Path == "training_cpu" && then.TrainingCPU > 0 && p.config.TrainingCPU > then.TrainingCPU
		p.longer = p.longer || longer
		if !longer {
			refused = append(refused, d.String())
		}
	}
	if len(refused) > 0 {
		return fmt.Errorf("%w:\n  %s", ErrChanged, strings.Join(refused, "\n  "))
	}
	return p.compareInputs()
}

// compareInputs refuses changes of files that the config names.
func (p *recordedRun) compareInputs() error {
	for _, input := range p.environment.Inputs {
		now, err := run.ReadInput(input.Path)
		if err != nil {
			return err
		}
		if now != input {
			return fmt.Errorf("%w: the contents of %s have changed", ErrChanged, input.Path)
		}
	}
	return nil
}

func (p *recordedRun) resume(ctx context.Context, folder string, o Options) (done Done, err error) {
	s, err := newSetup(p.config, o.Programs)
	if err != nil {
		return Done{Folder: folder}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err = s.readRecordedStart(folder); err != nil {
		return Done{Folder: folder}, err
	}
	r := newRunning(s, o, folder)
	if c := p.checkpoint; c != nil {
		r.grown = p.longer
		r.restore(c)
	}
	if len(p.changed) > 0 {
		if err := run.WriteConfig(folder, p.config, append(p.environment.Overrides, o.Overrides...)); err != nil {
			return Done{Folder: folder}, err
		}
	}
	if began := p.environment.Program; began != provenance.Program() {
		r.options.Progress.Note(fmt.Sprintf("warning: the run began with %s, this is %s: the rest may come out differently", began, provenance.Program()))
	}
	return r.work(ctx, run.Resumed, p.changed...)
}

func (r *running) restore(c *run.Checkpoint) {
	r.last, r.hasGeneration = c.Generation, true
	r.recording.last = c.Generation.Index
	r.sizes = c.Sizes
	r.trained = seconds(c.Trained)
	r.started = time.Now().Add(-seconds(c.Seconds))
	if c.Validated != nil {
		r.validated, r.validatedGenome = mix{Mix: *c.Validated}, c.ValidatedAs
	}
	r.trainedBefore, r.startCPU = seconds(c.CPU), seconds(c.StartCPU)
	r.over = r.isLast(r.last)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
