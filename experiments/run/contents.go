package run

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/sums"
)

// Contents is what can be read of a run's folder. For all files, unreadable parts
// are skipped and listed as losses.
type Contents struct {
	Folder      string
	Config      *experiment.Config
	State       State
	Environment *Environment // nil: none
	History     []Event
	Labels      Labels
	Metrics     []Metrics
	Timing      []Timing
	Start       features.Weights // of no game: none
	Champion    features.Weights
	Evidence    *Evidence // nil: there is no champion
	Losses      []Loss

	like  *experiment.Config // with the optimisers and games of the run
	game  agent.Game
	genes []string
	early bool // made by a version that kept neither environment nor history nor start
}

// ReadContents reads a run's folder, except its candidates, matches and games. It
// fails without a readable config, on which everything else depends.
func ReadContents(folder string) (*Contents, error) {
	return ReadContentsWith(folder, &experiment.Config{})
}

// ReadContentsWith is ReadContents for a run with the optimisers and games of a
// config.
func ReadContentsWith(folder string, like *experiment.Config) (*Contents, error) {
	c := &Contents{Folder: folder, like: like}
	c.early = !c.has(EnvironmentFile) && !c.has(HistoryFile) && !c.has(StartFile)
	if err := c.readConfig(); err != nil {
		return nil, err
	}
	c.readAbout()
	c.readGenerations()
	c.readChampion()
	c.compare(ConfigFile, EnvironmentFile, HistoryFile, LabelsFile, CheckpointFile, MetricsFile, TimingFile, StartFile, ChampionFile)
	return c, nil
}

func (c *Contents) has(name string) bool {
	_, err := os.Stat(filepath.Join(c.Folder, name))
	return err == nil
}

// readAbout reads what is about the run as a whole.
func (c *Contents) readAbout() {
	var err error
	if c.Environment, err = ReadEnvironment(c.Folder); !c.early {
		c.check(EnvironmentFile, err, "what the run was started with is not known")
	}
	// Whether a process works on the run decides how its last lines are read.
	state, err := ReadState(c.Folder)
	c.State = state
	c.check(HistoryFile, err, "how the run is doing is not known")
	c.History = salvage(c, HistoryFile, "an event is not told", !c.early && err == nil, decodeLine[Event])
	if c.Labels, err = ReadLabels(c.Folder); err != nil {
		c.Labels = Labels{Tags: []string{}, Notes: []Note{}}
	}
	c.check(LabelsFile, err, "tags and notes are not shown")
}

// readGenerations reads the lines of the generations, which the checkpoint
// counts.
func (c *Contents) readGenerations() {
	checkpoint, err := ReadCheckpoint(c.Folder)
	c.check(CheckpointFile, err, "evolve resume cannot continue the run")
	worked := checkpoint != nil || c.has(ChampionFile)
	last := Metrics{Generation: -1}
	c.Metrics = salvage(c, MetricsFile, "what it says is left out", worked, func(line []byte) (Metrics, error) {
		m, err := decodeLine[Metrics](line)
		if err == nil {
			err = c.follows(&last, &m)
		}
		if err == nil {
			last = m
		}
		return m, err
	})
	if checkpoint == nil && err == nil && len(c.Metrics) > 0 && !c.early {
		c.check(CheckpointFile, fs.ErrNotExist, "evolve resume cannot continue the run")
	}
	c.noteGaps(checkpoint)
	c.Timing = salvage(c, TimingFile, "the time of work may be too short", worked && !c.early, decodeLine[Timing])
}

// More generations and games than any run has.
const (
	mostGenerations = 100_000
	mostTraining    = 1_000_000_000_000
)

// follows fails if a generation cannot come after another one.
func (c *Contents) follows(last, m *Metrics) error {
	switch {
	case m.Generation <= last.Generation || m.Generation > mostGenerations:
		return fmt.Errorf("generation %d (expected: %d..%d)", m.Generation, last.Generation+1, mostGenerations)
	case m.Games < last.Games || m.Games > mostTraining:
		return fmt.Errorf("%d games since the start (expected: %d..%d)", m.Games, last.Games, mostTraining)
	case len(m.Weights) != len(c.genes):
		return fmt.Errorf("%d weights (expected: %d, those of the config's features)", len(m.Weights), len(c.genes))
	}
	return nil
}

// noteGaps notes the generations that are missing in the metrics.
func (c *Contents) noteGaps(checkpoint *Checkpoint) {
	generations := 0
	if n := len(c.Metrics); n > 0 {
		generations = c.Metrics[n-1].Generation + 1
	}
	if checkpoint != nil {
		generations = max(generations, min(checkpoint.Generation.Index, mostGenerations)+1)
	}
	have := make(map[int]bool, len(c.Metrics))
	for _, m := range c.Metrics {
		have[m.Generation] = true
	}
	if len(have) == generations || !c.has(MetricsFile) {
		return
	}
	c.Lose(Loss{File: MetricsFile, What: "lines are lost", Lost: fmt.Sprintf("%s of %d are not shown", spans(have, generations), generations)})
}

// readJSON decodes one of a run's files.
func readJSON(path string, most int64, into any) error {
	data, err := files.Read(path, most)
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	if err := files.DecodeJSON(data, into); err != nil {
		return fmt.Errorf("run: %s: %w", path, err)
	}
	return nil
}

// writeJSON replaces one of a run's files, indented for people.
func writeJSON(folder, name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("run: %s: %w", name, err)
	}
	return sums.Replace(folder, name, append(data, '\n'))
}
