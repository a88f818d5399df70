package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"evolab/experiments/notebook"
)

// runsFolder is the name of a project's folder of runs.
const runsFolder = "runs"

// dirVariable names the runs folder where --dir does not.
const dirVariable = "EVOLAB_DIR"

// inRuns gives a command that reads or writes runs the flag that says where they
// are.
func (a *app) inRuns(c *cobra.Command) *cobra.Command {
	c.Flags().StringVar(&a.dir, "dir", "", "folder of the runs (default: $"+dirVariable+", else runs/ here or in the nearest folder above that has runs)")
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

// runs is the folder of the runs: what the flag or the environment names, else
// that of the project around the current folder, else one in it.
func (a *app) runs() string {
	if a.dir != "" {
		return filepath.Clean(a.dir)
	}
	if dir := os.Getenv(dirVariable); dir != "" {
		return filepath.Clean(dir)
	}
	here, err := os.Getwd()
	if err != nil || holdsRuns(runsFolder) {
		return runsFolder
	}
	for dir := here; dir != filepath.Dir(dir); {
		dir = filepath.Dir(dir)
		if project := filepath.Join(dir, runsFolder); holdsRuns(project) {
			return project
		}
	}
	return runsFolder
}

// holdsRuns reports whether a run of ours is in a folder.
func holdsRuns(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && notebook.IsRun(filepath.Join(folder, e.Name())) {
			return true
		}
	}
	return false
}

// where is the folder of the runs as messages name it.
func (a *app) where() string {
	dir, err := filepath.Abs(a.runs())
	if err != nil {
		return a.runs()
	}
	return dir
}

// makeRuns makes the folder of the runs.
func (a *app) makeRuns() error {
	if err := os.MkdirAll(a.runs(), 0o755); err != nil {
		return fmt.Errorf("evolve: %w", err)
	}
	return nil
}

// readOnly adds a hint to the error of a runs folder that cannot be written to.
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
