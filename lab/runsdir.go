package lab

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
)

// runsFolder is the default name of the folder of runs.
const runsFolder = "runs"

// dirVariable names the runs folder where --dir does not.
const dirVariable = "EVOLAB_DIR"

// inRuns makes a command check the folder of runs before it begins.
func (a *app) inRuns(c *cobra.Command) *cobra.Command {
	act := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("dir") && a.dir == "" {
			return badInput(errors.New("evolve: --dir is empty"), "name a folder, or leave it out")
		}
		if info, err := os.Stat(a.runs()); err == nil && !info.IsDir() {
			return badInput(fmt.Errorf("evolve: the runs folder %s is a file", a.where()), "--dir or "+dirVariable+" names another one")
		}
		return a.readOnly(act(c, args))
	}
	return c
}

// runs is the folder of the runs: what the flag or the environment names, else the
// nearest that holds runs in this folder or above, else one in this folder.
func (a *app) runs() string {
	if dir := cmp.Or(a.dir, os.Getenv(dirVariable)); dir != "" {
		return filepath.Clean(dir)
	}
	dir, err := os.Getwd()
	if err != nil || holdsRuns(runsFolder) {
		return runsFolder
	}
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		if project := filepath.Join(dir, runsFolder); holdsRuns(project) {
			return project
		}
	}
	return runsFolder
}

// holdsRuns reports whether a run is in a folder.
func holdsRuns(folder string) bool {
	entries, _ := os.ReadDir(folder)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isRun(folder, e) })
}

func isRun(folder string, e fs.DirEntry) bool {
	return !strings.HasPrefix(e.Name(), ".") && run.IsRun(filepath.Join(folder, e.Name()))
}

// where is the folder of the runs for messages.
func (a *app) where() string {
	dir, err := filepath.Abs(a.runs())
	if err != nil {
		return a.runs()
	}
	return dir
}

func (a *app) makeRuns() error {
	if err := os.MkdirAll(a.runs(), 0o755); err != nil {
		return fmt.Errorf("evolve: %w", err)
	}
	return nil
}

// readOnly adds a hint to the error of a runs folder that is read-only.
func (a *app) readOnly(err error) error {
	var known *exitError
	var at *fs.PathError
	if errors.As(err, &known) && known.hint != "" || !errors.As(err, &at) ||
		!errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return err
	}
	path, e := filepath.Abs(at.Path)
	if e != nil || !strings.HasPrefix(path+string(filepath.Separator), a.where()+string(filepath.Separator)) && path != filepath.Dir(a.where()) {
		return err
	}
	return &exitError{exitFailed, err, fmt.Sprintf("the runs are in %s; --dir or %s names a folder that can be written to", a.where(), dirVariable)}
}
