package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"evolab/experiments/notebook"
	"evolab/internal/config"
)

// fileKind is what a file or folder is, and the command that reads it.
type fileKind struct {
	name    string // "" if it is nothing that evolab knows
	command string // with %s for the path
}

// The kinds that are mistaken for each other.
var (
	experimentKind = fileKind{"an experiment", "evolve run %s runs it"}
	sweepKind      = fileKind{"a sweep", "evolve sweep %s runs all of it"}
	tournamentKind = fileKind{"a tournament", "evolve tournament %s plays it"}
	suiteKind      = fileKind{"a suite of positions", "evolve suite --in %s lets an agent play it"}
	weightsKind    = fileKind{"a weights file", "evolve match frozen:weights=%s hand --game GAME plays it"}
	gamesKind      = fileKind{"a record of games", "evolve show-game %s shows them"}
	runKind        = fileKind{"a run's folder", "evolve show %s shows it"}
)

// kindOf looks into a file as far as needed; what nothing reads is of no kind.
func kindOf(path string) fileKind {
	if notebook.IsRun(path) {
		return runKind
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return fileKind{}
	}
	f, err := os.Open(path)
	if err != nil {
		return fileKind{}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, config.MaxBytes))
	if err != nil {
		return fileKind{}
	}
	if bytes.HasPrefix(data, []byte("evolab suite ")) {
		return suiteKind
	}
	var keys map[string]yaml.Node // JSON is YAML
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if yaml.Unmarshal(data, &keys) != nil && yaml.Unmarshal(first, &keys) != nil {
		return fileKind{}
	}
	return kindOfKeys(func(names ...string) bool {
		for _, name := range names {
			if _, found := keys[name]; found {
				return true
			}
		}
		return false
	})
}

func kindOfKeys(has func(...string) bool) fileKind {
	switch {
	case has("moves") && has("winner"):
		return gamesKind
	case has("weights") && has("game") && has("features", "schema", "names"):
		return weightsKind
	case has("agents"):
		return tournamentKind
	case has("sweep"):
		return sweepKind
	case has("generations", "opponents", "optimizer", "fitness", "player", "ga", "validation"):
		return experimentKind
	}
	return fileKind{}
}

// misread says of a file that a command cannot read which one can; err is what
// this command has to say otherwise.
func misread(path string, err error, hint string, readable ...fileKind) error {
	if err == nil {
		return nil
	}
	kind := kindOf(path)
	for _, k := range readable {
		if k == kind {
			return badInput(err, hint)
		}
	}
	if kind.name == "" {
		return badInput(err, hint)
	}
	return badInput(fmt.Errorf("evolve: %s is %s", path, kind.name), fmt.Sprintf(kind.command, quotedPath(path)))
}

// quotedPath is a path as a shell takes it.
func quotedPath(path string) string {
	if path = filepath.ToSlash(path); strings.ContainsAny(path, " '\"$&|;<>()*?#~`\\!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
