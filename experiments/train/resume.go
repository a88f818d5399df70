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
var ErrNotResumable = errors.New("the run was made by an earlier version, which kept no checkpoints")

// Resume continues a run from its last checkpoint, and ends in the same
// bytes as if nothing had cut it off. Options.Overrides may let it have more
// generations than it began with; any other difference is ErrChanged. While
// another process works on the run the error wraps files.ErrLocked.
func Resume(ctx context.Context, folder string, o Options) (done Done, err error) {
	if _, err := os.Stat(filepath.Join(folder, EnvironmentFile)); errors.Is(err, fs.ErrNotExist) {
		return Done{Folder: folder}, fmt.Errorf("train: %s: %w", folder, ErrNotResumable)
	}
	lock, err := files.TakeLock(filepath.Join(folder, LockFile))
	if err != nil {
		return Done{Folder: folder}, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	p, err := readPast(folder, o.Overrides)
	if err != nil {
		return Done{Folder: folder}, err
	}
	if p.state.Status == IsFinished && len(p.changed) == 0 {
		return Done{Folder: folder}, fmt.Errorf("train: %s: %w", folder, ErrFinished)
	}
	if err := removeTemporary(folder); err != nil {
		return Done{Folder: folder}, err
	}
	return p.resume(ctx, folder, o)
}

// past is what a run has left behind.
type past struct {
	environment *Environment
	checkpoint  *Checkpoint // nil before the first generation
	state       State
	config      *Config
	changed     []string // the keys that differ from what it began with
}

func readPast(folder string, overrides []string) (*past, error) {
	p := &past{}
	var err error
	if p.environment, err = ReadEnvironment(folder); err != nil {
		return nil, err
	}
	if p.checkpoint, err = ReadCheckpoint(folder); err != nil {
		return nil, err
	}
	if p.state, err = endedState(folder); err != nil {
		return nil, err
	}
	if p.config, err = Load(filepath.Join(folder, ConfigFile), overrides, CheckNames); err != nil {
		return nil, err
	}
	return p, p.compare()
}

// endedState is the state of a run whose lock is ours.
func endedState(folder string) (State, error) {
	list, err := ReadHistory(folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return State{Status: IsCrashed}, nil
	}
	if err != nil {
		return State{}, err
	}
	last := list[len(list)-1]
	if last.What == Finished {
		return State{Status: IsFinished, Last: &last}, nil
	}
	return State{Status: IsCrashed, Last: &last}, nil
}

// compare finds out what has changed since the run began, and refuses what
// would make it another run.
func (p *past) compare() error {
	began := p.environment.Config
	if p.checkpoint != nil {
		began = p.checkpoint.Config
	}
	then, err := Parse(ConfigFile, []byte(began), nil)
	if err != nil {
		return fmt.Errorf("train: the recorded config: %w", err)
	}
	var refused []string
	for _, d := range config.Differences(then, p.config) {
		p.changed = append(p.changed, d.String())
		if !grows(d.Path, then, p.config) {
			refused = append(refused, d.String())
		}
	}
	if len(refused) > 0 {
		return fmt.Errorf("train: %w:\n  %s", ErrChanged, strings.Join(refused, "\n  "))
	}
	return p.compareInputs()
}

// grows reports whether a key that has changed only makes a run longer.
func grows(path string, then, now *Config) bool {
	return path == "generations" && now.Generations > then.Generations ||
		path == "training_games" && then.TrainingGames > 0 && now.TrainingGames > then.TrainingGames
}

// compareInputs refuses other contents of files that the config names.
func (p *past) compareInputs() error {
	for _, input := range p.environment.Inputs {
		now, err := readInput(input.Path)
		if err != nil {
			return err
		}
		if now != input {
			return fmt.Errorf("train: %w: the contents of %s have changed", ErrChanged, input.Path)
		}
	}
	return nil
}

func (p *past) resume(ctx context.Context, folder string, o Options) (done Done, err error) {
	s, err := newSetup(p.config)
	if err != nil {
		return Done{Folder: folder}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if s.start, err = readStartGenome(folder); err != nil {
		return Done{Folder: folder}, err
	}
	r := newRunning(s, o, folder)
	if c := p.checkpoint; c != nil {
		r.restore(c)
	}
	if len(p.changed) > 0 {
		if err := writeConfig(folder, p.config, append(p.environment.Overrides, o.Overrides...)); err != nil {
			return Done{Folder: folder}, err
		}
	}
	if began := p.environment.Program; began != provenance.Program() {
		o.Watch.Note(fmt.Sprintf("warning: the run began with %s, this is %s: what is left may come out differently", began, provenance.Program()))
	}
	return r.work(ctx, Resumed, p.changed...)
}

// restore takes up a checkpoint.
func (r *running) restore(c *Checkpoint) {
	r.last, r.any = c.Generation, true
	r.sizes = c.Sizes
	r.trained = time.Duration(c.Trained * float64(time.Second))
	r.started = time.Now().Add(-time.Duration(c.Seconds * float64(time.Second)))
	if c.Validated != nil {
		r.validated, r.validatedAs = *c.Validated, c.ValidatedAs
	}
}
