package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/experiments"
	"evolab/internal/config"
)

const keysHint = "evolve config explains every key"

// readConfig returns the text of a config: a file, or an example that comes with
// the program.
func readConfig(path string) ([]byte, error) {
	if isExample(path) {
		return experiments.Commented(path)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, noConfig(path)
	}
	return config.Read(path)
}

// isExample reports whether path is the name of an example, and of no file here.
func isExample(path string) bool {
	if info, err := os.Stat(path); err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return slices.Contains(experiments.Names(), path)
}

// noConfig is the error of a path where there is no file.
func noConfig(path string) error {
	names := experiments.Names()
	base := strings.TrimSuffix(filepath.Base(path), ".yaml")
	switch {
	case slices.Contains(names, base):
		return badInput(fmt.Errorf("evolve: there is no file %s", path), "the example that comes with the program is called "+base)
	case base != path:
		return badInput(fmt.Errorf("evolve: there is no file %s", path), "evolve config > mine.yaml writes one, in which every key is explained")
	}
	return badInput(fmt.Errorf("evolve: there is no file and no example %q (allowed: %s)", path, strings.Join(names, ", ")), "evolve config --example NAME prints an example")
}
