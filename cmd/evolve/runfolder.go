package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/notebook"
)

// findRun resolves a run's name, a unique prefix of it, its folder, or "last".
func findRun(text string) (string, error) {
	folders, err := findRuns([]string{text})
	if err != nil {
		return "", err
	}
	return folders[0], nil
}

// findRuns resolves several, each to its folder.
func findRuns(texts []string) ([]string, error) {
	var finder runFinder
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
type runFinder struct{ names []string }

func (f *runFinder) find(text string) (string, error) {
	if text == "" { // every name begins with it
		return "", badInput(errors.New("evolve: a run's name is empty"), "a run is its name, a unique prefix of it, its folder, or last")
	}
	if notebook.IsRun(text) && strings.ContainsRune(text, os.PathSeparator) {
		return filepath.Clean(text), nil
	}
	if folder := filepath.Join(runsFolder, text); filepath.Base(text) == text && text != "last" && notebook.IsRun(folder) {
		return folder, nil
	}
	if f.names == nil {
		var err error
		if f.names, err = runNames(); err != nil {
			return "", err
		}
	}
	if text == "last" {
		if len(f.names) == 0 {
			return "", badInput(fmt.Errorf("evolve: there is no run in %s", runsFolder), "evolve run experiments/ga.yaml makes one")
		}
		return newestRun(f.names), nil
	}
	var matches []string
	for _, name := range f.names {
		if strings.HasPrefix(name, text) {
			matches = append(matches, name)
		}
	}
	switch {
	case len(matches) == 1 && notebook.IsRun(filepath.Join(runsFolder, matches[0])):
		return filepath.Join(runsFolder, matches[0]), nil
	case len(matches) > 1:
		return "", badInput(fmt.Errorf("evolve: %d runs begin with %q: %s", len(matches), text, firstNames(matches)), "write more of the name")
	case notebook.IsRun(text):
		return filepath.Clean(text), nil
	}
	return "", badInput(fmt.Errorf("evolve: no run %q in %s", text, runsFolder), "a run is its name, a unique prefix of it, its folder, or last")
}

// newestRun opens as few folders as it can: names tell the second in which a run
// was started, and the folder the rest.
func newestRun(names []string) string {
	var candidates []string
	latest := time.Time{}
	for _, name := range names {
		at, dated := notebook.NameTime(name)
		switch {
		case !dated:
			candidates = append(candidates, name)
		case at.After(latest):
			latest = at
		}
	}
	for _, name := range names {
		if at, dated := notebook.NameTime(name); dated && at.Equal(latest) {
			candidates = append(candidates, name)
		}
	}
	return filepath.Join(runsFolder, slices.MaxFunc(candidates, func(a, b string) int {
		return notebook.Began(filepath.Join(runsFolder, a)).Compare(notebook.Began(filepath.Join(runsFolder, b)))
	}))
}

// firstNames shortens a long list.
func firstNames(names []string) string {
	const most = 10
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

// runNames lists the runs by name.
func runNames() ([]string, error) {
	entries, err := os.ReadDir(runsFolder)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	var names []string
	for _, e := range entries {
		if notebook.IsRun(filepath.Join(runsFolder, e.Name())) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
