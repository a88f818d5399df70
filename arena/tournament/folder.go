package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/sums"
)

// The files of a tournament's folder. The journal has the games in the order in which
// they ended, with their CPU times, and package sums keeps checksums of all files. The
// others have the same bytes for any number of workers and after any interruptions.
const (
	configFile  = "config.yaml"
	JournalFile = "journal.jsonl"
	GamesFile   = "games.jsonl" // all games, in their order
)

// ErrOtherConfig is the error of a tournament that began with another config.
var ErrOtherConfig = errors.New("the tournament began with another config")

func newFolder(root, name string, config []byte, overrides []string) (string, error) {
	folder, err := files.NewFolder(root, name, time.Now())
	if err != nil {
		return "", fmt.Errorf("tournament: %w", err)
	}
	folder = filepath.Join(root, folder)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The resolved config of this tournament.\n# overrides: %q\n", overrides)
	for _, line := range provenance.Versions() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	b.Write(config)
	return folder, sums.Replace(folder, configFile, b.Bytes())
}

// findFolder returns the newest tournament with a name and config, "" if there is
// none of that name. If all of them began with other configs, the error says how
// the newest differs.
func findFolder(root, name string, config []byte) (string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("tournament: %w", err)
	}
	form := regexp.MustCompile(`^\d{4}-\d\d-\d\d-\d{6}-` + regexp.QuoteMeta(name) + `(-\d+)?$`)
	var difference error
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return older(b.Name(), a.Name()) })
	for _, e := range entries {
		folder := filepath.Join(root, e.Name())
		began, err := os.ReadFile(filepath.Join(folder, configFile))
		if err != nil || !form.MatchString(e.Name()) {
			continue // a folder gets its config before anything is played
		}
		there, here := firstDifference(began, config)
		if there == here {
			return folder, nil
		}
		if difference == nil {
			difference = fmt.Errorf("tournament: %s: %w: %q there, %q here", folder, ErrOtherConfig, there, here)
		}
	}
	return "", difference
}

// older compares the names of folders, the oldest first; a second one of the same
// second is longer.
func older(a, b string) int {
	if len(a) != len(b) && a[:min(len(a), 17)] == b[:min(len(b), 17)] {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// firstDifference returns the first lines that differ, comments aside.
func firstDifference(a, b []byte) (string, string) {
	x, y := append(settings(a), ""), append(settings(b), "")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i], y[i]
		}
	}
	return "", ""
}

func settings(config []byte) []string {
	var list []string
	for line := range strings.Lines(string(config)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// finish writes the games and the table.
func (t *play) finish(table *Table) error {
	var games []byte
	for _, line := range t.lines {
		line.CPU = [2]float64{} // the only figures that differ when it is played again
		text, err := line.Append(games)
		if err != nil {
			return err
		}
		games = append(text, '\n')
	}
	result, err := table.JSON()
	if err == nil {
		err = sums.Replace(t.folder, GamesFile, games)
	}
	if err == nil {
		err = sums.Replace(t.folder, "table.json", result)
	}
	return err
}
