package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evolab/internal/files"
)

// ErrRunning is the error of a change to a run at work.
var ErrRunning = errors.New("the run is at work")

// ErrNoRun is the error of a folder that no run has made.
var ErrNoRun = errors.New("no run has made it")

// Remove removes a run's folder. It is renamed first, so that nobody ever sees half
// of a run.
func Remove(folder string) error {
	// A folder with the config, which is the first file of a run, is a run; so is
	// one with at least two other files of a run. A single one of these may be
	// anywhere.
	if holding(folder, ConfigFile) == 0 &&
		holding(folder, EnvironmentFile, CheckpointFile, MetricsFile, ChampionFile) < 2 {
		return fmt.Errorf("run: %s: %w", folder, ErrNoRun)
	}
	lock, err := files.TakeLock(filepath.Join(folder, LockFile))
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("run: %s: %w", folder, ErrRunning)
	}
	if err != nil {
		return err
	}
	// Some systems do not rename a folder with an open file.
	if err := lock.Close(); err != nil {
		return err
	}
	hidden, err := os.MkdirTemp(filepath.Dir(folder), RemovedPrefix)
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	if err = os.Rename(folder, filepath.Join(hidden, filepath.Base(folder))); err == nil {
		err = os.RemoveAll(hidden)
	} else {
		err = errors.Join(err, os.Remove(hidden))
	}
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// RemovedPrefix begins the names of folders that are being removed.
const RemovedPrefix = ".removed-"
