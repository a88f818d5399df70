package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/lab/term"
)

// dirVariable names the runs folder where --dir does not.
const dirVariable = "EVOLAB_DIR"

// inRuns makes a command check the folder of runs before it begins.
func (a *app) inRuns(c *cobra.Command) *cobra.Command {
	act := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("dir") && a.dir == "" {
			return badInput(errors.New("--dir is empty"), "name a folder, or leave it out")
		}
		if info, err := os.Stat(a.runs()); err == nil && !info.IsDir() {
			return badInput(fmt.Errorf("the runs folder %s is a file", a.runsPath()), "--dir or "+dirVariable+" names another one")
		}
		return a.readOnly(act(c, args))
	}
	return c
}

// runs is the folder of the runs: what the flag or the environment names, else the one
// of this folder.
func (a *app) runs() string {
	if dir := cmp.Or(a.dir, os.Getenv(dirVariable)); dir != "" {
		return filepath.Clean(dir)
	}
	return run.Root()
}

// dirExists refuses a folder of runs that is named and does not exist.
func (a *app) dirExists() error {
	if _, err := os.Stat(a.runs()); a.dir != "" && err != nil {
		return badInput(fmt.Errorf("--dir: %w", err), "name the folder of the runs, or leave it out")
	}
	return nil
}

// runsPath is the absolute path of the folder of the runs, for messages.
func (a *app) runsPath() string {
	dir, err := filepath.Abs(a.runs())
	if err != nil {
		return a.runs()
	}
	return dir
}

func (a *app) makeRuns() error {
	return files.MakeFolder(a.runs())
}

// readOnly adds a hint to the error of a runs folder that is read-only.
func (a *app) readOnly(err error) error {
	var known *exitError
	var at *fs.PathError
	if errors.As(err, &at) && at.Op == "mkdir" && errors.Is(err, fs.ErrNotExist) && filepath.Clean(at.Path) == a.runs() {
		return badInput(at, "--dir or "+dirVariable+" names a folder that can be made")
	}
	if errors.As(err, &known) && known.hint != "" || !errors.As(err, &at) ||
		!errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return err
	}
	path, e := filepath.Abs(at.Path)
	if e != nil || !strings.HasPrefix(path+string(filepath.Separator), a.runsPath()+string(filepath.Separator)) && path != filepath.Dir(a.runsPath()) {
		return err
	}
	return &exitError{exitFailed, err, fmt.Sprintf("the runs are in %s; --dir or %s names a folder that can be written to", a.runsPath(), dirVariable)}
}

// findRun returns the folder of a run: it is given by its name, a unique prefix of
// it, its folder, or "last".
func (a *app) findRun(text string) (string, error) {
	folders, err := a.findRuns([]string{text})
	if err != nil {
		return "", err
	}
	return folders[0], nil
}

func (a *app) findRuns(texts []string) ([]string, error) {
	finder := run.Finder{Root: a.runs()}
	folders := make([]string, len(texts))
	for i, text := range texts {
		var err error
		if folders[i], err = finder.Find(text); err != nil {
			return nil, notFound(err)
		}
		if first := slices.Index(folders, folders[i]); first < i {
			return nil, badInput(fmt.Errorf("%s and %s are the same run", term.OneLine(texts[first]), term.OneLine(texts[i])), "name each run once")
		}
	}
	return folders, nil
}

// notFound adds a hint to the error of a run that was not found.
func notFound(err error) error {
	var missing *run.NotFoundError
	text := err
	switch {
	case !errors.As(err, &missing):
		return text
	case len(missing.Matches) > 1:
		return badInput(text, "write more of the name")
	case missing.Text == run.Last:
		return badInput(text, "evolve run quick makes one")
	}
	return badInput(text, "a run is its name, a unique prefix of it, its folder, or last")
}

// warnOfLosses lists what could not be read of runs.
func (a *app) warnOfLosses(runs ...*run.Run) {
	const most = 20
	for _, r := range runs {
		if len(r.Losses) == 0 {
			continue
		}
		fmt.Fprintf(a.err, "warning: the record of %s is damaged; what can be read is shown\n", term.OneLine(r.Name()))
		for _, l := range r.Losses[:min(most, len(r.Losses))] {
			fmt.Fprintf(a.err, "  %s\n", term.OneLine(fmt.Sprint(l)))
		}
		if more := len(r.Losses) - most; more > 0 {
			fmt.Fprintf(a.err, "  and %d more, which evolve show --format json lists\n", more)
		}
	}
}

// warnOfChanges says where a file of a run or a tournament is not what was written.
func (a *app) warnOfChanges(path string) {
	dir, name := filepath.Split(filepath.ToSlash(path))
	for range 2 { // games/test.jsonl is below a run's folder
		changes, err := files.SumsOf(filepath.FromSlash(dir)).Check(name)
		if err != nil {
			return // only the file itself is needed
		}
		for _, c := range changes {
			if c.File == name {
				c.File = path
			}
			fmt.Fprintf(a.err, "warning: %s\n", term.OneLine(c.String()))
		}
		parent, last := filepath.Split(strings.TrimSuffix(dir, "/"))
		dir, name = parent, last+"/"+name
	}
}

// changedRecord adds a hint to the error of a finished record that is not what was written;
// any other error stays as it is.
func changedRecord(err error) error {
	var changed *files.Changed
	if errors.As(err, &changed) {
		return badInput(err, "evolve doctor --runs FOLDER lists every place; restore the folder from a copy")
	}
	return err
}

// unreadable adds a hint to the error of a run that cannot be read.
func unreadable(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, report.ErrNothing):
		return badInput(err, "evolve resume continues a run that was cut off")
	}
	return badInput(err, "evolve doctor --runs checks the records of runs")
}

// noChampion adds a hint to the error of a champion that cannot be read.
func noChampion(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return badInput(err, "the run has no champion: did it finish?")
	}
	return badInput(err, "evolve doctor --runs checks the records of runs")
}
