// Package run is the record of experiments: it writes what a run does to a folder,
// reads it back, intact or damaged, and finds, compares and exports runs. It plays no
// games: package train uses it, as do all packages that only show runs.
//
// A run is a folder with a config.yaml below the folder of runs:
//
//	config.yaml        the resolved config
//	environment.json   Environment: versions, git state, overrides
//	start.json         the start weights
//	history.jsonl      Event: started, resumed, interrupted, finished, failed
//	metrics.jsonl      Metrics: a generation a line
//	timing.jsonl       Timing: what depends on the clock
//	individuals.jsonl  IndividualLine: a candidate of a generation a line
//	hall.jsonl         HallLine: the hall of fame after a generation
//	matches.jsonl      MatchLine: games against an opponent
//	checkpoint.json    Checkpoint: where resume continues
//	champion.json      the champion's weights with Evidence
//	labels.json        Labels: tags and notes
//	games/, plots/     games of the champion, figures
//
// lab.db, beside the runs, is an SQLite index of them. It is rebuilt from the
// folders whenever it is missing, damaged or of another version, and updated
// at each look-up. It holds nothing else, so it may be deleted.
package run

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/files"
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

// readConfig falls back to a copy if the config itself is damaged.
func (c *Contents) readConfig() error {
	path := filepath.Join(c.Folder, ConfigFile)
	own := c.like.Unread()
	err := experiment.LoadInto(own, path, nil)
	if err == nil {
		err = c.use(own)
	}
	if err == nil {
		return nil
	}
	if !c.has(ConfigFile) {
		err = fs.ErrNotExist
	}
	if file, found := c.useCopy(); found {
		c.check(ConfigFile, err, "the copy in "+file+" is taken")
		return nil
	}
	line, what := explained(path, err)
	if line > 0 {
		path += fmt.Sprintf(":%d", line)
	}
	return fmt.Errorf("run: %s: %s, and neither %s nor %s holds a copy (expected: the config of the run, by which all else is read)",
		path, what, EnvironmentFile, CheckpointFile)
}

// useCopy takes a copy of the config from another file, if there is one.
func (c *Contents) useCopy() (file string, found bool) {
	copies := map[string]string{}
	if e, err := ReadEnvironment(c.Folder); err == nil {
		copies[EnvironmentFile] = e.Config
	}
	if p, err := ReadCheckpoint(c.Folder); err == nil && p != nil {
		copies[CheckpointFile] = p.Config
	}
	for _, file := range []string{EnvironmentFile, CheckpointFile} { // the first is what the run began with
		other := c.like.Unread()
		err := experiment.ParseInto(other, file, []byte(copies[file]), nil)
		if err == nil && copies[file] != "" && c.use(other) == nil {
			return file, true
		}
	}
	return "", false
}

// use takes a config, if its game is known.
func (c *Contents) use(read *experiment.Config) error {
	g, err := read.FindGame()
	if err != nil {
		return err
	}
	c.Config, c.game, c.genes = read, g, experiment.NewLayout(read, g.Info().Features).Genes()
	return nil
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

// fits reports whether weights are of the config's features. Those that the first
// round of self-play begins with may know others.
func (c *Contents) fits(w features.Weights) error {
	known := c.Config.Known(c.game.Info().Features)
	if !c.Config.Evolves() {
		return w.Check(c.Config.Game, known)
	}
	return experiment.NewLayout(c.Config, known).Fits(w, known)
}

// Matches reads the lines of matches.jsonl.
func (c *Contents) Matches() []MatchLine {
	defer c.compare(MatchesFile)
	return salvage(c, MatchesFile, "those matches are not counted", len(c.Metrics) > 0 && !c.early, func(line []byte) (MatchLine, error) {
		m, err := decodeLine[MatchLine](line)
		if err == nil && (m.Purpose == "" || m.Opponent == "") {
			err = errors.New("a match without purpose or opponent")
		}
		return m, err
	})
}

// Individuals reads the candidates of all generations.
func (c *Contents) Individuals() []IndividualLine {
	defer c.compare(IndividualsFile)
	return salvage(c, IndividualsFile, "the candidate is left out", false, func(line []byte) (IndividualLine, error) {
		i, err := decodeLine[IndividualLine](line)
		if err == nil && len(i.Genome) != len(c.genes) {
			err = fmt.Errorf("%d genes (expected: %d, those of the config's features)", len(i.Genome), len(c.genes))
		}
		return i, err
	})
}

// TestGames reads the recorded games of the champion's test.
func (c *Contents) TestGames() []arena.Line {
	defer c.compare(TestGamesPath)
	tested := c.Evidence != nil && len(c.Evidence.Test) > 0
	return salvage(c, TestGamesPath, "the game is not shown", tested && !c.early, func(line []byte) (arena.Line, error) {
		var any json.RawMessage
		if err := files.DecodeJSON(line, &any); err != nil {
			return arena.Line{}, err
		}
		return arena.ParseLine(line)
	})
}

// Report is everything in a run's folder except its candidates and games.
type Report struct {
	Summary
	Folder      string            `json:"folder"`
	Config      map[string]string `json:"config"`      // each key with its value as YAML
	Environment *Environment      `json:"environment"` // null for a run of an earlier version
	History     []Event           `json:"history"`
	Labels      Labels            `json:"labels"`
	Metrics     []Metrics         `json:"metrics"`
	Features    []string          `json:"features"` // what the weights of Metrics belong to
	Weights     []WeightRow       `json:"weights"`  // empty without a champion
	Evidence    *Evidence         `json:"evidence"` // null without a champion
	TestScore   *float64          `json:"test_score"`

	// Losses are what cannot be read in the folder.
	Losses []Loss `json:"losses"`

	contents *Contents
	parsed   *experiment.Config
	champion features.Weights
}

// Read reads the folder of a run of one of these games; nil: those of the lab.
// Unreadable parts are among the losses; only a folder without a readable config is
// an error.
func Read(games agent.Table, folder string) (*Report, error) {
	c, err := ReadContentsWith(folder, &experiment.Config{Games: games})
	if err != nil {
		return nil, err
	}
	r := &Report{
		Summary: summaryOf(c), Folder: folder, Config: map[string]string{}, Environment: c.Environment, History: c.History,
		Labels: c.Labels, Metrics: c.Metrics, contents: c, parsed: c.Config,
	}
	for _, v := range config.Values(c.Config) {
		r.Config[v.Path] = v.Text
	}
	if r.Features, err = experiment.Genes(c.Config); err != nil {
		return nil, err
	}
	if c.Evidence != nil {
		r.champion, r.Evidence, r.TestScore = c.Champion, c.Evidence, c.Evidence.MixScore(c.Config)
		r.Weights = weightRows(r.Features, c.Start, c.Champion, c.Config.Tunes())
	}
	r.NoteLosses()
	return r, nil
}

// Contents is the folder of the report; call NoteLosses after reading more of it.
func (r *Report) Contents() *Contents { return r.contents }

// NoteLosses copies the folder's losses.
func (r *Report) NoteLosses() { r.Losses = append([]Loss{}, r.contents.Losses...) }

// WeightRow is a feature's weight, of weights of length 1, or a program's parameter.
type WeightRow struct {
	Feature  string   `json:"feature"`
	Start    *float64 `json:"start"` // null for a run of an earlier version
	Champion float64  `json:"champion"`
}

// weightRows puts the largest first. Names are those of a genome: the weights
// of an endgame follow those of the opening.
func weightRows(names []string, start, champion features.Weights, tuned bool) []WeightRow {
	then, now := unit(start), unit(champion)
	switch {
	case tuned:
		then, now = start.Values, champion.Values
	case len(champion.Phases()) == 1: // a learner's may be its start, with other features than the config's
		names = champion.Features
	}
	if len(now) > len(names) {
		return nil
	}
	var rows []WeightRow
	for i, v := range now {
		row := WeightRow{Feature: names[i], Champion: v}
		if len(then) == len(now) {
			row.Start = &then[i]
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b WeightRow) int {
		return cmp.Compare(math.Abs(b.Champion), math.Abs(a.Champion))
	})
	return rows
}

// unit lists the weights of all phases, divided by their length.
func unit(w features.Weights) []float64 {
	list := slices.Concat(w.Phases()...)
	length := 0.0
	for _, v := range list {
		length = math.Hypot(length, v)
	}
	for i := range list {
		if length > 0 {
			list[i] /= length
		}
	}
	return list
}

// Shown is what a genome of the run is shown as: a program's parameters, or weights.
func (r *Report) Shown(genome []float64) []float64 { return r.parsed.Shown(genome) }

// Parameters are those of the program that the run tunes; none where weights are tuned.
func (r *Report) Parameters() []experiment.Parameter { return r.parsed.Parameters }

// Settings lists the keys of the config in the order of the file.
func (r *Report) Settings() []config.Value { return config.Values(r.parsed) }

// TypedSettings are the settings with numbers as numbers.
func (r *Report) TypedSettings() []config.Typed { return config.TypedValues(r.parsed) }
