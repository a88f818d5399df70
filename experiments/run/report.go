package run

import (
	"cmp"
	"math"
	"slices"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/config"
)

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
