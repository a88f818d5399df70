package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/experiments"
)

// findRun resolves a run's name, a unique prefix of it, its folder, or "last".
func findRun(text string) (string, error) {
	if isRun(text) && strings.ContainsRune(text, os.PathSeparator) {
		return filepath.Clean(text), nil
	}
	names, err := runNames()
	if err != nil {
		return "", err
	}
	if text == "last" {
		if len(names) == 0 {
			return "", badInput(fmt.Errorf("evolve: there is no run in %s", runsFolder), "evolve run experiments/ga.yaml makes one")
		}
		return filepath.Join(runsFolder, names[len(names)-1]), nil
	}
	var matches []string
	for _, name := range names {
		if name == text {
			return filepath.Join(runsFolder, name), nil
		}
		if strings.HasPrefix(name, text) {
			matches = append(matches, name)
		}
	}
	switch {
	case len(matches) == 1:
		return filepath.Join(runsFolder, matches[0]), nil
	case len(matches) > 1:
		return "", badInput(fmt.Errorf("evolve: %d runs begin with %q: %s", len(matches), text, strings.Join(matches, ", ")), "write more of the name")
	case isRun(text):
		return filepath.Clean(text), nil
	}
	return "", badInput(fmt.Errorf("evolve: no run %q in %s", text, runsFolder), "a run is its name, a unique prefix of it, its folder, or last")
}

// isRun tells whether a folder holds a run.
func isRun(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, experiments.ConfigFile))
	return err == nil
}

// runNames lists the runs, the oldest first.
func runNames() ([]string, error) {
	entries, err := os.ReadDir(runsFolder)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("evolve: %w", err)
	}
	var names []string
	for _, e := range entries {
		if isRun(filepath.Join(runsFolder, e.Name())) {
			names = append(names, e.Name())
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return began(a).Compare(began(b)) })
	return names, nil
}

// began is when a run began, as its name says. A run that was renamed is as old
// as its config, which is written then and never again.
func began(name string) time.Time {
	const form = "2006-01-02-150405"
	if t, err := time.ParseInLocation(form, name[:min(len(name), len(form))], time.Local); err == nil {
		return t
	}
	info, err := os.Stat(filepath.Join(runsFolder, name, experiments.ConfigFile))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
