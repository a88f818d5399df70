package record

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/files"
)

// Evidence is what a run knows of its champion's strength; it is kept with the
// champion's weights.
type Evidence struct {
	Experiment string `json:"experiment"`
	Seed       uint64 `json:"seed"`
	Generation int    `json:"generation"` // the champion was born in
	Games      int    `json:"games"`      // of the training, by everybody
	// Depth and Nodes are how far the champion looks ahead in all games here; see Look.
	Depth int `json:"depth"`
	Nodes int `json:"nodes,omitempty"`
	// Claimed is the fitness in the training, which choosing the best of many
	// flatters; Chosen the fitness on the games by which the champion was
	// chosen among the best, which flatters a little; Test is on games that
	// nothing was chosen by.
	Claimed float64  `json:"claimed"`
	Chosen  *Mix     `json:"chosen,omitempty"`
	Test    []Versus `json:"test,omitempty"`
	// Points is what the test leads one to expect of the rubric that was the
	// objective.
	Points []RubricPoints `json:"points,omitempty"`
	// Warnings are those of earlier versions, whose intervals counted games that
	// repeat an earlier one like all others.
	Warnings []string `json:"warnings,omitempty"`
}

// Look is how far the champion looked ahead.
func (e *Evidence) Look() experiment.Look { return experiment.Look{Depth: e.Depth, Nodes: e.Nodes} }

// The names of the opponents that every champion is tested against, and of the
// champion in the games that are kept.
const (
	ChampionName = "champion"
	StartName    = "start"
	HandName     = "hand"
)

// WriteChampion writes champion.json: a weights file with its evidence.
func WriteChampion(folder string, w features.Weights, e Evidence) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("record: champion: %w", err)
	}
	w.Evidence = raw
	data, err := w.JSON()
	if err != nil {
		return err
	}
	return files.Replace(filepath.Join(folder, ChampionFile), data)
}

// ReadChampion reads the champion of a run's folder.
func ReadChampion(folder string) (features.Weights, Evidence, error) {
	path := filepath.Join(folder, ChampionFile)
	data, err := files.Read(path, features.MaxBytes)
	if err != nil {
		return features.Weights{}, Evidence{}, fmt.Errorf("record: %w", err)
	}
	w, err := readWeights(path, data)
	if err == nil && (len(w.Evidence) == 0 || string(w.Evidence) == "null") {
		err = fmt.Errorf("record: %s: no evidence (expected: what is known of the champion)", path)
	}
	if err != nil {
		return w, Evidence{}, err
	}
	var file struct { // decoded from the whole text, so that an error tells its line
		Evidence Evidence `json:"evidence"`
	}
	if err := files.DecodeJSON(data, &file); err != nil {
		return w, Evidence{}, fmt.Errorf("record: %s: %w", path, err)
	}
	return w, file.Evidence, nil
}

// MixScore is the champion's score against the opponents of the config, each in
// its share, from the first of the opening lengths; nil if it was not tested.
func (e *Evidence) MixScore(c *experiment.Config) *float64 {
	return e.MixScoreFrom(c, c.Test.OpeningPlies[0])
}

// MixScoreFrom is the same from openings of one length.
func (e *Evidence) MixScoreFrom(c *experiment.Config, plies int) *float64 {
	score, shares := 0.0, 0.0
	for _, o := range c.Opponents {
		for _, v := range e.Test {
			if v.Opponent == o.Agent && v.OpeningPlies == plies {
				score += o.Share * v.Score.Value
				shares += o.Share
			}
		}
	}
	if shares == 0 {
		return nil
	}
	score /= shares
	return &score
}
