package lab

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"evolab/experiments"
	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/files"
)

// fileKind is a kind of file or folder, and the command that reads it.
type fileKind struct {
	name    string // "" for an unknown kind
	command string // with %s for the path
}

// The kinds that users mistake for each other.
var (
	experimentKind = fileKind{"an experiment", "evolve run %s runs it"}
	sweepKind      = fileKind{"a sweep", "evolve sweep %s runs all of it"}
	tournamentKind = fileKind{"a tournament", "evolve tournament %s plays it"}
	suiteKind      = fileKind{"a suite of positions", "evolve suite --in %s lets an agent play it"}
	weightsKind    = fileKind{"a weights file", "evolve match frozen:weights=%s hand --game GAME plays it"}
	gamesKind      = fileKind{"a record of games", "evolve show-game %s shows them"}
	runKind        = fileKind{"a run's folder", "evolve show %s shows it"}
)

// kindOf recognizes a file by what it holds.
func kindOf(path string) fileKind {
	if run.IsRun(path) {
		return runKind
	}
	data := firstBytes(path)
	if isExample(path) {
		data, _ = experiments.Commented(path)
	}
	if bytes.HasPrefix(data, []byte("evolab suite ")) {
		return suiteKind
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	keys := config.TopKeys(data)
	if keys == nil { // JSON lines
		keys = config.TopKeys(first)
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(keys, name) })
	}
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

// firstBytes returns the beginning of a file, or nothing.
func firstBytes(path string) []byte {
	f, err := files.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, config.MaxBytes))
	return data
}

// misread names the command that can read a file, if it is of another kind than
// this command's; else the error is err.
func misread(path string, err error, hint string, readable ...fileKind) error {
	if err == nil {
		return nil
	}
	kind := kindOf(path)
	if kind.name == "" || slices.Contains(readable, kind) {
		return badInput(err, hint)
	}
	return badInput(fmt.Errorf("%s is %s", path, kind.name), fmt.Sprintf(kind.command, shellWord(path)))
}

// shellWord quotes a path where a shell needs that.
func shellWord(path string) string {
	path = filepath.ToSlash(path)
	if strings.ContainsAny(path, " '\"$&|;<>()[]{}*?#~`\\!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
