package lab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/experiments/run"
)

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
	finder := runFinder{app: a, root: a.runs()}
	folders := make([]string, len(texts))
	for i, text := range texts {
		var err error
		if folders[i], err = finder.find(text); err != nil {
			return nil, err
		}
	}
	return folders, nil
}

// runFinder lists the runs at most once.
type runFinder struct {
	*app
	root  string // of the runs
	names []string
}

func (f *runFinder) find(text string) (string, error) {
	const hint = "a run is its name, a unique prefix of it, its folder, or last"
	if text == "" { // a prefix of every name
		return "", badInput(errors.New("evolve: a run's name is empty"), hint)
	}
	if run.IsRun(text) && strings.ContainsRune(text, os.PathSeparator) {
		return filepath.Clean(text), nil
	}
	if folder := filepath.Join(f.root, text); filepath.Base(text) == text && text != "last" && run.IsRun(folder) {
		return folder, nil
	}
	if f.names == nil {
		var err error
		if f.names, err = runNames(f.root); err != nil {
			return "", err
		}
	}
	if text == "last" && len(f.names) == 0 {
		return "", badInput(fmt.Errorf("evolve: there is no run in %s", f.where()), "evolve run quick makes one")
	}
	if text == "last" {
		return newestRun(f.root, f.names), nil
	}
	return f.byPrefix(text, hint)
}

// byPrefix finds the one run whose name begins with text, or a run's folder.
func (f *runFinder) byPrefix(text, hint string) (string, error) {
	matches := slices.DeleteFunc(slices.Clone(f.names), func(name string) bool { return !strings.HasPrefix(name, text) })
	switch {
	case len(matches) == 1 && run.IsRun(filepath.Join(f.root, matches[0])):
		return filepath.Join(f.root, matches[0]), nil
	case len(matches) > 1:
		return "", badInput(fmt.Errorf("evolve: %d runs begin with %q: %s", len(matches), text, strings.Join(matches[:min(len(matches), 10)], ", ")), "write more of the name")
	case run.IsRun(text):
		return filepath.Clean(text), nil
	}
	return "", badInput(fmt.Errorf("evolve: no run %q in %s", text, f.where()), hint)
}

// newestRun opens as few folders as possible: the second in which a run began is
// usually in its name, and otherwise in its folder.
func newestRun(root string, names []string) string {
	var candidates []string
	latest := time.Time{}
	for _, name := range names {
		at, dated := run.NameTime(name)
		switch {
		case !dated:
			candidates = append(candidates, name)
		case at.After(latest):
			latest = at
		}
	}
	for _, name := range names {
		if at, dated := run.NameTime(name); dated && at.Equal(latest) {
			candidates = append(candidates, name)
		}
	}
	return filepath.Join(root, slices.MaxFunc(candidates, func(a, b string) int {
		return run.Began(filepath.Join(root, a)).Compare(run.Began(filepath.Join(root, b)))
	}))
}

// runNames lists the runs in a folder by name.
func runNames(root string) ([]string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	var names []string
	for _, e := range entries {
		if isRun(root, e) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
