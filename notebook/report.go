package notebook

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"

	"evolab/config"
	"evolab/experiments"
	"evolab/features"
)

// Report is all that a run's folder says, but for its candidates and games.
type Report struct {
	Summary
	Folder      string                   `json:"folder"`
	Config      map[string]string        `json:"config"`      // each key with its value as YAML
	Environment *experiments.Environment `json:"environment"` // null for a run of an earlier version
	History     []experiments.Event      `json:"history"`
	Labels      experiments.Labels       `json:"labels"`
	Metrics     []experiments.Metrics    `json:"metrics"`
	Features    []string                 `json:"features"` // what the weights of Metrics belong to
	Weights     []WeightRow              `json:"weights"`  // empty without a champion
	Evidence    *experiments.Evidence    `json:"evidence"` // null without a champion
	TestScore   *float64                 `json:"test_score"`

	parsed   *experiments.Config
	champion features.Weights
}

// Read reads a run's folder. The config and the metrics have to be good; what
// else is missing is left out.
func Read(folder string) (*Report, error) {
	r := &Report{Summary: Summarize(folder), Folder: folder, Config: map[string]string{}}
	var err error
	if r.parsed, err = experiments.Load(filepath.Join(folder, experiments.ConfigFile), nil); err != nil {
		return nil, err
	}
	for _, v := range config.Values(r.parsed) {
		r.Config[v.Path] = v.Text
	}
	if r.Environment, err = experiments.ReadEnvironment(folder); err != nil && !missing(err) {
		return nil, err
	}
	if r.History, err = experiments.ReadHistory(folder); err != nil && !missing(err) {
		return nil, err
	}
	if r.Labels, err = experiments.ReadLabels(folder); err != nil {
		return nil, err
	}
	r.Metrics, err = experiments.ReadLines[experiments.Metrics](filepath.Join(folder, experiments.MetricsFile))
	if err != nil && !missing(err) {
		return nil, err
	}
	if r.Features, err = experiments.Genes(r.parsed); err != nil {
		return nil, err
	}
	return r, r.readChampion()
}

func (r *Report) readChampion() error {
	champion, evidence, err := experiments.ReadChampion(r.Folder)
	if missing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r.champion, r.Evidence = champion, &evidence
	r.TestScore = evidence.MixScore(r.parsed)
	start, err := experiments.ReadStart(r.Folder)
	if err != nil && !missing(err) {
		return err
	}
	r.Weights = weightRows(r.Features, start, champion)
	return nil
}

// WeightRow is a feature's weight, of weights of length 1.
type WeightRow struct {
	Feature  string   `json:"feature"`
	Start    *float64 `json:"start"` // null for a run of an earlier version
	Champion float64  `json:"champion"`
}

// weightRows puts the largest first. Names are those of a genome: the weights
// of an endgame follow those of the opening.
func weightRows(names []string, start, champion features.Weights) []WeightRow {
	then, now := unit(start), unit(champion)
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

// Settings lists the keys of the config in the order of the file.
func (r *Report) Settings() []config.Value { return config.Values(r.parsed) }
