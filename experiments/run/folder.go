package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// The files of a run's folder; metrics.go has those of learners' rounds, and
// docs/reference/formats.md describes all. It is a run once it has its config, the last
// file that is written before the first game.
const (
	ConfigFile      = "config.yaml"       // resolved; its comments are for people
	EnvironmentFile = "environment.json"  // [Environment]
	StartFile       = "start.json"        // the start weights, as a weights file; evidence.genome is their genome
	HistoryFile     = "history.jsonl"     // [Event]
	LockFile        = "lock"              // held by the process that works on the run
	MetricsFile     = "metrics.jsonl"     // [Metrics]
	TimingFile      = "timing.jsonl"      // [Timing]
	IndividualsFile = "individuals.jsonl" // [IndividualLine]
	HallFile        = "hall.jsonl"        // [HallLine]
	MatchesFile     = "matches.jsonl"     // [MatchLine]
	CheckpointFile  = "checkpoint.json"   // [Checkpoint]
	ChampionFile    = "champion.json"     // a weights file; its evidence is [Evidence]
	LabelsFile      = "labels.json"       // [Labels]
	SummaryFile     = "summary.json"      // derived from the others; see [List]
	PlotsFolder     = "plots"             // see [Run.Draw]
	ReportFile      = "report.html"       // where evolve report writes unless it is told where
	GamesFolder     = "games"             // test.jsonl: games of the champion, as evolve show-game reads them
	TestGamesFile   = "test.jsonl"
	TestGamesPath   = GamesFolder + "/" + TestGamesFile // below the run's folder
)

// WriteConfig writes the resolved config of a run, with the overrides and the
// versions in comments.
func WriteConfig(folder string, c *experiment.Config, overrides []string) error {
	body, err := c.YAML()
	if err != nil {
		return err
	}
	quoted := "none"
	if len(overrides) > 0 {
		quoted = strings.Trim(fmt.Sprintf("%q", overrides), "[]")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# The resolved config of this run.\n# overrides: %s\n", quoted)
	for _, line := range provenance.Versions() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	b.Write(body)
	return files.Replace(filepath.Join(folder, ConfigFile), []byte(b.String()))
}

// ReadConfig reads the config of a run of one of these games, and no copy of it.
func ReadConfig(games agent.Table, folder string) (*experiment.Config, error) {
	c := &experiment.Config{Games: games, StartFile: RecordedStart(folder)}
	return c, experiment.LoadInto(c, filepath.Join(folder, ConfigFile), nil, experiment.CheckNames)
}

// RecordedStart is the path of the weights that a run began with, empty if it has none yet.
func RecordedStart(folder string) string {
	path := filepath.Join(folder, StartFile)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// RemoveTemporary removes the half-written files of a killed process: names with
// digits.
func RemoveTemporary(folder string) error {
	for _, below := range []string{"", PlotsFolder, GamesFolder, RoundsFolder, PositionsFolder} {
		entries, err := os.ReadDir(filepath.Join(folder, below))
		if err != nil && !isMissing(err) {
			return err
		}
		for _, e := range entries {
			if !temporaryName.MatchString(e.Name()) || e.IsDir() {
				continue
			}
			if err := os.Remove(filepath.Join(folder, below, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

var temporaryName = regexp.MustCompile(`^[a-z]+[a-z0-9-]*\.(yaml|json|jsonl|positions|svg|png|pdf)[0-9]+$`)

// Bounds of files, in bytes. A checkpoint has all genomes of a generation.
const (
	maxFile       = 1 << 24
	maxCheckpoint = 1 << 30
)

func readJSON(path string, most int64, into any) error {
	data, err := files.Read(path, most)
	if err != nil {
		return err
	}
	if err := files.DecodeJSON(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// writeJSON replaces one of a run's files, indented for people.
func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return files.Replace(path, append(data, '\n'))
}

// ErrRunning is the error of a change to a run at work.
var ErrRunning = errors.New("the run is at work")

// ErrNoRun is the error of a folder that no run has made.
var ErrNoRun = errors.New("no run has made it")

// Remove removes a run's folder. It is renamed first, so that nobody ever sees half
// of a run.
func Remove(folder string) error {
	// A folder with the config is a run; so is one that has lost it, but has at least
	// two other files of a run. A single one of these may be anywhere.
	if countFiles(folder, ConfigFile) == 0 &&
		countFiles(folder, EnvironmentFile, CheckpointFile, MetricsFile, ChampionFile) < 2 {
		return fmt.Errorf("%s: %w", folder, ErrNoRun)
	}
	lock, err := files.TakeLock(filepath.Join(folder, LockFile))
	if errors.Is(err, files.ErrLocked) {
		return fmt.Errorf("%s: %w", folder, ErrRunning)
	}
	if err != nil {
		return err
	}
	// Some systems do not rename a folder with an open file.
	if err := lock.Close(); err != nil {
		return err
	}
	hidden, err := os.MkdirTemp(filepath.Dir(folder), RemovedPrefix)
	if err != nil {
		return err
	}
	if err := os.Rename(folder, filepath.Join(hidden, filepath.Base(folder))); err != nil {
		return errors.Join(err, os.Remove(hidden))
	}
	return os.RemoveAll(hidden)
}

// RemovedPrefix begins the names of folders that are being removed.
const RemovedPrefix = ".removed-"
