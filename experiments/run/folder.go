package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"evolab/experiments/experiment"
	"evolab/internal/provenance"
	"evolab/internal/sums"
)

// The files of a run's folder. It is a run once it has its config, the last file
// that is written before the first game.
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
	ChecksumsFile   = sums.File           // of all the others but plots and positions; see package sums
	PlotsFolder     = "plots"             // see [Draw]
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
	return sums.Replace(folder, ConfigFile, []byte(b.String()))
}

// RemoveTemporary removes the half-written files of a killed process: names with
// digits.
func RemoveTemporary(folder string) error {
	for _, below := range []string{"", PlotsFolder, GamesFolder, RoundsFolder, PositionsFolder} {
		entries, err := os.ReadDir(filepath.Join(folder, below))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("run: %w", err)
		}
		for _, e := range entries {
			if !temporaryName.MatchString(e.Name()) || e.IsDir() {
				continue
			}
			if err := os.Remove(filepath.Join(folder, below, e.Name())); err != nil {
				return fmt.Errorf("run: %w", err)
			}
		}
	}
	return nil
}

var temporaryName = regexp.MustCompile(`^[a-z]+[a-z0-9-]*\.(yaml|json|jsonl|positions|svg|png|pdf)[0-9]+$`)
