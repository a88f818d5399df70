// Package run is the record of experiments: it writes what a run does to a folder,
// reads it back, intact or damaged, and finds, compares and exports runs. It plays no
// games: package train uses it, as do all packages that only show runs. Its figures are
// here, too: plots knows no runs, and train draws a run that ends without what package
// report needs for its games and reviews.
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
//	summary.json       what lists show of a run that has ended, derived from the above
//	games/, plots/     games of the champion, figures
//
// A summary.json that is missing, damaged or of another state of the records is written
// anew by who lists the runs.
package run

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/stats"
)

// Run is what can be read of a run's folder. Of all its files, unreadable parts are
// skipped and listed as losses. Candidates, matches and games are read when they are
// asked for.
type Run struct {
	Folder      string
	Config      *experiment.Config
	State       State
	Environment *Environment // nil for a run of an earlier version
	History     []Event
	Labels      Labels
	Metrics     []Metrics
	Timing      []Timing
	Start       features.Weights // of no game: none
	Champion    features.Weights
	Evidence    *Evidence // nil: there is no champion
	Losses      []Loss

	like    *experiment.Config // with the optimisers and games of the run
	game    agent.Game
	genes   []string
	earlier bool // made by a version that kept neither environment nor history nor start
}

// Read reads the folder of a run of one of these games; nil: those of the lab. It fails
// without a readable config, on which everything else depends.
func Read(games agent.Table, folder string) (*Run, error) {
	return ReadLike(&experiment.Config{Games: games}, folder)
}

// ReadLike is Read for a run with the optimisers and games of a config.
func ReadLike(like *experiment.Config, folder string) (*Run, error) {
	r := &Run{Folder: folder, like: like}
	r.earlier = !r.has(EnvironmentFile) && !r.has(HistoryFile) && !r.has(StartFile)
	if err := r.readConfig(); err != nil {
		return nil, err
	}
	r.readAbout()
	r.readGenerations()
	r.readChampion()
	r.NoteChanges(ConfigFile, EnvironmentFile, HistoryFile, CheckpointFile, MetricsFile, TimingFile, StartFile, ChampionFile)
	return r, nil
}

// ReadEnds reads what a list of runs shows: state, config, environment, labels, the times
// and the champion's evidence, and the last lines of the metrics back to a validated one. The run holds what can be read;
// the error is the first problem.
func ReadEnds(folder string) (*Run, error) {
	r := &Run{Folder: folder}
	state, problem := ReadState(folder)
	if r.State = state; problem != nil {
		r.State = State{Status: IsCrashed}
	}
	if e, err := ReadEnvironment(folder); err == nil {
		r.Environment = e
	}
	var err error
	r.Config, err = experiment.Load(filepath.Join(folder, ConfigFile), nil)
	problem = cmp.Or(problem, err, r.readLastLines())
	if r.Labels, err = ReadLabels(folder); err != nil {
		r.Labels = Labels{Tags: []string{}}
	}
	if e, err := readEvidence(folder); err == nil {
		r.Evidence = e
	}
	return r, cmp.Or(problem, err)
}

func (r *Run) readLastLines() error {
	metrics := tail(filepath.Join(r.Folder, MetricsFile), func(m Metrics) (enough bool) {
		r.Metrics = append(r.Metrics, m)
		return m.Validated != nil
	})
	slices.Reverse(r.Metrics)
	timing := tail(filepath.Join(r.Folder, TimingFile), func(Timing) (enough bool) { return true })
	r.Timing = salvage(r, TimingFile, "its time is not counted", false, decodeLine[Timing])
	return cmp.Or(metrics, timing)
}

// Name is the name of the run's folder.
func (r *Run) Name() string { return filepath.Base(r.Folder) }

// Game is the game of the config.
func (r *Run) Game() agent.Game { return r.game }

// GameName is the run's game, with the variant where the config names one.
func (r *Run) GameName() string {
	if r.Config.Variant == "" {
		return r.Config.Game
	}
	return r.Config.Game + " " + r.Config.Variant
}

// Started is when the run was started, as [Began] finds it out.
func (r *Run) Started() time.Time {
	if r.Environment != nil {
		return r.Environment.Started
	}
	return beganWithoutRecord(r.Folder)
}

// Seconds is the time of work.
func (r *Run) Seconds() (seconds float64) {
	if r.State.Last != nil {
		seconds = r.State.Last.Seconds
	}
	if n := len(r.Timing); n > 0 { // the last event of runs at work and killed says too little
		seconds = max(seconds, r.Timing[n-1].Seconds)
	}
	return seconds
}

// TrainingCPU is the CPU time of the training so far, in seconds; 0 if it is not known.
func (r *Run) TrainingCPU() (seconds float64) {
	for _, t := range r.Timing {
		seconds += t.TrainingCPU()
	}
	return seconds
}

// Players are the games of the training that each worker of a cluster has played.
func (r *Run) Players() map[string]int {
	games := map[string]int{}
	for _, t := range r.Timing {
		for name, n := range t.Players {
			games[name] += n
		}
	}
	return games
}

// CPUText is TrainingCPU as tables show it.
func (r *Run) CPUText() string { return SecondsText(r.TrainingCPU()) }

// Generation is the last that has ended; -1: none.
func (r *Run) Generation() int {
	if n := len(r.Metrics); n > 0 {
		return r.Metrics[n-1].Generation
	}
	return -1
}

// Validation is the fitness in the last validation, nil without one.
func (r *Run) Validation() *stats.Estimate {
	for _, m := range slices.Backward(r.Metrics) {
		if m.Validated != nil {
			return m.Validated
		}
	}
	return nil
}

// TestScore is the champion's score against the config's opponents, nil without a test.
func (r *Run) TestScore() *float64 {
	if r.Evidence == nil {
		return nil
	}
	return r.Evidence.MixScore(r.Config)
}

// Genes names what the weights of Metrics belong to.
func (r *Run) Genes() []string { return r.genes }

// Weights compares the champion's weights with those before the run, the largest first.
func (r *Run) Weights() []WeightRow {
	if r.Evidence == nil {
		return nil
	}
	return weightRows(r.genes, r.Start, r.Champion, r.Config.Tunes())
}

// Settings lists the keys of the config in the order of the file.
func (r *Run) Settings() []config.Value { return config.Values(r.Config) }

// ReadSettings are the settings without those that the run does not read.
func (r *Run) ReadSettings() []config.Value {
	return slices.DeleteFunc(r.Settings(), func(v config.Value) bool { return !r.Config.Reads(v.Path) })
}

// settingTexts are the values of the config's keys, as YAML.
func (r *Run) settingTexts() map[string]string {
	texts := map[string]string{}
	for _, v := range r.Settings() {
		texts[v.Path] = v.Text
	}
	return texts
}

// MarshalJSON writes what evolve show --format json prints: everything but candidates,
// matches and games.
func (r *Run) MarshalJSON() ([]byte, error) { return r.encode(nil) }

// encode also says in which settings the run differs from others; nil: there are none.
func (r *Run) encode(differing map[string]string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // whoever asked for the text decides
	err := encoder.Encode(struct {
		Summary
		Folder      string            `json:"folder"`
		Config      map[string]string `json:"config"`      // each key with its value as YAML
		Environment *Environment      `json:"environment"` // null for a run of an earlier version
		History     []Event           `json:"history"`
		Labels      Labels            `json:"labels"`
		Metrics     []Metrics         `json:"metrics"`
		Features    []string          `json:"features"` // what the weights of Metrics belong to
		Weights     []WeightRow       `json:"weights"`  // null without a champion
		Evidence    *Evidence         `json:"evidence"` // null without a champion
		TestScore   *float64          `json:"test_score"`
		CPU         float64           `json:"cpu"` // of the training, in seconds
		Losses      []Loss            `json:"losses"`
		Optimizer   string            `json:"optimizer"`
		Differing   map[string]string `json:"differing,omitzero"` // settings, as in config
	}{
		r.Summary(), r.Folder, r.settingTexts(), r.Environment, r.History, r.Labels, r.Metrics,
		r.genes, r.Weights(), r.Evidence, r.TestScore(), r.TrainingCPU(), append([]Loss{}, r.Losses...), r.Config.Method(), differing,
	})
	return text.Bytes(), err
}

func (r *Run) has(name string) bool {
	_, err := os.Stat(filepath.Join(r.Folder, name))
	return err == nil
}

// readAbout reads what is about the run as a whole.
func (r *Run) readAbout() {
	var err error
	if r.Environment, err = ReadEnvironment(r.Folder); !r.earlier {
		r.noteError(EnvironmentFile, err, "what the run was started with is not known")
	}
	if r.Environment != nil && r.Environment.Rounded() {
		r.Config.RoundIntegers()
	}
	// Whether a process works on the run decides how its last lines are read.
	state, err := ReadState(r.Folder)
	r.State = state
	r.noteError(HistoryFile, err, "how the run is doing is not known")
	r.History = salvage(r, HistoryFile, "an event is not told", !r.earlier && err == nil, decodeLine[Event])
	if r.Labels, err = ReadLabels(r.Folder); err != nil {
		r.Labels = Labels{Tags: []string{}, Notes: []Note{}}
	}
	r.noteError(LabelsFile, err, "tags and notes are not shown")
}

// readGenerations reads the lines of the generations, which the checkpoint
// counts.
func (r *Run) readGenerations() {
	checkpoint, err := ReadCheckpoint(r.Folder)
	r.noteError(CheckpointFile, err, "evolve resume cannot continue the run")
	worked := checkpoint != nil || r.has(ChampionFile)
	last := Metrics{Generation: -1}
	r.Metrics = salvage(r, MetricsFile, "what it says is left out", worked, func(line []byte) (Metrics, error) {
		m, err := decodeLine[Metrics](line)
		if err == nil {
			err = r.follows(&last, &m)
		}
		if err == nil {
			last = m
		}
		return m, err
	})
	if checkpoint == nil && err == nil && len(r.Metrics) > 0 && !r.earlier {
		r.noteError(CheckpointFile, fs.ErrNotExist, "evolve resume cannot continue the run")
	}
	r.noteGaps(checkpoint)
	r.Timing = salvage(r, TimingFile, "the time of work may be too short", worked && !r.earlier, decodeLine[Timing])
}

// More generations and games than any run has.
const (
	maxGenerations   = 100_000
	maxTrainingGames = 1_000_000_000_000
)

// follows fails if a generation cannot come after another one.
func (r *Run) follows(last, m *Metrics) error {
	switch {
	case m.Generation <= last.Generation || m.Generation > maxGenerations:
		return fmt.Errorf("generation %d (expected: %d..%d)", m.Generation, last.Generation+1, maxGenerations)
	case m.Games < last.Games || m.Games > maxTrainingGames:
		return fmt.Errorf("%s since the start (expected: %d..%d)", quantity.Of(m.Games, "game"), last.Games, maxTrainingGames)
	case len(m.Weights) != len(r.genes):
		return fmt.Errorf("%s (expected: %d, those of the config's features)", quantity.Of(len(m.Weights), "weight"), len(r.genes))
	}
	return nil
}

// noteGaps notes the generations that are missing in the metrics.
func (r *Run) noteGaps(checkpoint *Checkpoint) {
	generations := 0
	if n := len(r.Metrics); n > 0 {
		generations = r.Metrics[n-1].Generation + 1
	}
	if checkpoint != nil {
		generations = max(generations, min(checkpoint.Generation.Index, maxGenerations)+1)
	}
	have := make(map[int]bool, len(r.Metrics))
	for _, m := range r.Metrics {
		have[m.Generation] = true
	}
	if len(have) == generations || !r.has(MetricsFile) {
		return
	}
	r.AddLoss(Loss{File: MetricsFile, What: "lines are lost", Lost: fmt.Sprintf("%s of %d are not shown", missingGenerations(have, generations), generations)})
}

// readConfig falls back to a copy if the config itself is damaged.
func (r *Run) readConfig() error {
	path := filepath.Join(r.Folder, ConfigFile)
	own := r.like.Empty()
	err := experiment.LoadInto(own, path, nil)
	if err == nil {
		err = r.adopt(own)
	}
	if err == nil {
		return nil
	}
	if !r.has(ConfigFile) {
		err = fs.ErrNotExist
	}
	if file, found := r.adoptCopy(); found {
		r.noteError(ConfigFile, err, "the copy in "+file+" is taken")
		return nil
	}
	line, what := describeError(path, err)
	if line > 0 {
		path += fmt.Sprintf(":%d", line)
	}
	return fmt.Errorf("%s: %s, and neither %s nor %s holds a copy (expected: the config of the run, by which all else is read)",
		path, what, EnvironmentFile, CheckpointFile)
}

// adoptCopy takes a copy of the config from another file, if there is one.
func (r *Run) adoptCopy() (file string, found bool) {
	copies := map[string]string{}
	if e, err := ReadEnvironment(r.Folder); err == nil {
		copies[EnvironmentFile] = e.Config
	}
	if p, err := ReadCheckpoint(r.Folder); err == nil && p != nil {
		copies[CheckpointFile] = p.Config
	}
	for _, file := range []string{EnvironmentFile, CheckpointFile} { // the first is what the run began with
		other := r.like.Empty()
		err := experiment.ParseInto(other, file, []byte(copies[file]), nil)
		if err == nil && copies[file] != "" && r.adopt(other) == nil {
			return file, true
		}
	}
	return "", false
}

// adopt takes a config, if its game is known.
func (r *Run) adopt(read *experiment.Config) error {
	g, err := read.FindGame()
	if err != nil {
		return err
	}
	r.Config, r.game, r.genes = read, g, experiment.NewLayout(read, g.Info().Features).Genes()
	return nil
}

func (r *Run) readChampion() {
	const lost = "the champion, its results and its weights are not shown"
	w, evidence, err := ReadChampion(r.Folder)
	if err == nil {
		err = r.fits(w)
	}
	switch {
	case err == nil:
		r.Champion, r.Evidence = w, &evidence
	case !isMissing(err) || r.State.Status == IsFinished:
		r.noteError(ChampionFile, err, lost)
	}
	start, err := ReadStart(r.Folder)
	if err == nil {
		err = r.fits(start)
	}
	if err == nil {
		r.Start = start
	} else if !r.earlier {
		r.noteError(StartFile, err, "the weights before the run are not shown")
	}
}

// fits reports whether weights are of the config's features. Those that the first
// round of self-play begins with may know others.
func (r *Run) fits(w features.Weights) error {
	known := r.Config.Known(r.game.Info().Features)
	if !r.Config.Evolves() {
		return w.Check(r.Config.Game, known)
	}
	return experiment.NewLayout(r.Config, known).Fits(w, known)
}

// Matches reads the lines of matches.jsonl.
func (r *Run) Matches() []MatchLine {
	defer r.NoteChanges(MatchesFile)
	return salvage(r, MatchesFile, "those matches are not counted", len(r.Metrics) > 0 && !r.earlier, func(line []byte) (MatchLine, error) {
		m, err := decodeLine[MatchLine](line)
		if err == nil && (m.Purpose == "" || m.Opponent == "") {
			err = errors.New("a match without purpose or opponent")
		}
		return m, err
	})
}

// Individuals reads the candidates of all generations.
func (r *Run) Individuals() []IndividualLine {
	defer r.NoteChanges(IndividualsFile)
	return salvage(r, IndividualsFile, "the candidate is left out", false, func(line []byte) (IndividualLine, error) {
		i, err := decodeLine[IndividualLine](line)
		if err == nil && len(i.Genome) != len(r.genes) {
			err = fmt.Errorf("%s (expected: %d, those of the config's features)", quantity.Of(len(i.Genome), "gene"), len(r.genes))
		}
		return i, err
	})
}

// TestGames reads the recorded games of the champion's test.
func (r *Run) TestGames() []arena.Line {
	defer r.NoteChanges(TestGamesPath)
	tested := r.Evidence != nil && len(r.Evidence.Test) > 0
	return salvage(r, TestGamesPath, "the game is not shown", tested && !r.earlier, func(line []byte) (arena.Line, error) {
		var any json.RawMessage
		if err := files.DecodeJSON(line, &any); err != nil {
			return arena.Line{}, err
		}
		return arena.ParseLine(line)
	})
}
