package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evolab/agent"
	"evolab/features"
	"evolab/files"
)

// Contents is what can be read of a run's folder. One rule holds for all of its
// files: what cannot be read is among the losses and left out; nothing at all is
// an error.
type Contents struct {
	Folder      string
	Config      *Config
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

	game  agent.Game
	genes []string
	early bool // made by a version that kept neither environment nor history nor start
}

// ReadContents reads a run's folder, but for its candidates, matches and games.
// The error is that of a folder without a config that can be read: nothing tells
// then what the rest means.
func ReadContents(folder string) (*Contents, error) {
	c := &Contents{Folder: folder}
	c.early = !c.has(EnvironmentFile) && !c.has(HistoryFile) && !c.has(StartFile)
	if err := c.readConfig(); err != nil {
		return nil, err
	}
	c.readAbout()
	c.readGenerations()
	c.readChampion()
	return c, nil
}

func (c *Contents) has(name string) bool {
	_, err := os.Stat(filepath.Join(c.Folder, name))
	return err == nil
}

// readConfig takes one of the copies where the config itself is damaged.
func (c *Contents) readConfig() error {
	own, err := Load(filepath.Join(c.Folder, ConfigFile), nil)
	if err == nil {
		err = c.use(own)
	}
	if err == nil {
		return nil
	}
	if !c.has(ConfigFile) {
		err = fs.ErrNotExist
	}
	for _, copied := range []struct {
		file string
		text func() (string, error)
	}{
		{EnvironmentFile, func() (string, error) {
			e, err := ReadEnvironment(c.Folder)
			if err != nil {
				return "", err
			}
			return e.Config, nil
		}},
		{CheckpointFile, func() (string, error) {
			p, err := ReadCheckpoint(c.Folder)
			if err != nil || p == nil {
				return "", errors.Join(err, fs.ErrNotExist)
			}
			return p.Config, nil
		}},
	} {
		text, bad := copied.text()
		if bad != nil {
			continue
		}
		other, bad := Parse(copied.file, []byte(text), nil)
		if bad == nil && c.use(other) == nil {
			c.check(ConfigFile, err, "the copy in "+copied.file+" is taken")
			return nil
		}
	}
	line, what := explained(filepath.Join(c.Folder, ConfigFile), err)
	place := filepath.Join(c.Folder, ConfigFile)
	if line > 0 {
		place += fmt.Sprintf(":%d", line)
	}
	return fmt.Errorf("experiments: %s: %s, and neither %s nor %s holds a copy (expected: the config of the run, by which all else is read)",
		place, what, EnvironmentFile, CheckpointFile)
}

// use takes a config whose game is known.
func (c *Contents) use(config *Config) error {
	g, err := agent.FindGame(config.Game)
	if err != nil {
		return err
	}
	c.Config, c.game, c.genes = config, g, newLayout(config, g.Info().Features).genes()
	return nil
}

// readAbout reads what is said of the run as a whole.
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
	c.check(CheckpointFile, err, "evolve resume cannot go on with the run")
	worked := checkpoint != nil || c.has(ChampionFile)
	next := 0
	c.Metrics = salvage(c, MetricsFile, "what it says is left out", worked, func(line []byte) (Metrics, error) {
		m, err := decodeLine[Metrics](line)
		switch {
		case err != nil:
		case m.Generation < next:
			err = fmt.Errorf("generation %d (expected: %d or a later one)", m.Generation, next)
		case len(m.Weights) != len(c.genes):
			err = fmt.Errorf("%d weights (expected: %d, those of the config's features)", len(m.Weights), len(c.genes))
		default:
			next = m.Generation + 1
		}
		return m, err
	})
	if checkpoint == nil && err == nil && len(c.Metrics) > 0 && !c.early {
		c.check(CheckpointFile, fs.ErrNotExist, "evolve resume cannot go on with the run")
	}
	c.noteGaps(checkpoint)
	c.Timing = salvage(c, TimingFile, "the time of work may be too short", worked && !c.early, decodeLine[Timing])
}

// noteGaps names the generations that are not in the metrics.
func (c *Contents) noteGaps(checkpoint *Checkpoint) {
	generations := 0
	if n := len(c.Metrics); n > 0 {
		generations = c.Metrics[n-1].Generation + 1
	}
	if checkpoint != nil {
		generations = max(generations, checkpoint.Generation.Index+1)
	}
	have := make(map[int]bool, len(c.Metrics))
	for _, m := range c.Metrics {
		have[m.Generation] = true
	}
	if len(have) == generations || !c.has(MetricsFile) {
		return
	}
	c.lose(Loss{File: MetricsFile, What: "lines are lost", Lost: fmt.Sprintf("%s of %d are not shown", spans(have, generations), generations)})
}

func (c *Contents) readChampion() {
	const lost = "the champion, its results and its weights are not shown"
	w, evidence, err := ReadChampion(c.Folder)
	if err == nil {
		err = c.fits(w)
	}
	switch {
	case err == nil:
		c.Champion, c.Evidence = w, &evidence
	case !errors.Is(err, fs.ErrNotExist) || c.State.Status == IsFinished:
		c.check(ChampionFile, err, lost)
	}
	start, err := ReadStart(c.Folder)
	if err == nil {
		err = c.fits(start)
	}
	if err == nil {
		c.Start = start
	} else if !c.early {
		c.check(StartFile, err, "the weights before the run are not shown")
	}
}

// fits tells whether weights are of the config's features.
func (c *Contents) fits(w features.Weights) error {
	if err := w.Check(c.Config.Game, c.game.Info().Features); err != nil {
		return err
	}
	if l := newLayout(c.Config, c.game.Info().Features); len(w.Features) != len(l.names) || len(w.Phases()) != l.phases {
		return fmt.Errorf("%d features in %d phases (expected: the config's %d in %d)", len(w.Features), len(w.Phases()), len(l.names), l.phases)
	}
	return nil
}

// readJSON decodes one of a run's files.
func readJSON(path string, most int64, into any) error {
	data, err := files.Read(path, most)
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	if err := files.DecodeJSON(data, into); err != nil {
		return fmt.Errorf("experiments: %s: %w", path, err)
	}
	return nil
}
