package run

import (
	"fmt"
	"path/filepath"

	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/files"
)

// Evidence is what a run knows about its champion's strength; it is stored with the
// champion's weights.
type Evidence struct {
	Experiment string `json:"experiment"`
	Seed       uint64 `json:"seed"`
	Generation int    `json:"generation"` // the champion was born in
	Games      int    `json:"games"`      // of the training, by everybody
	// Depth and Nodes are how far the champion looks ahead in all games here; see Look.
	Depth        int `json:"depth"`
	EndgameDepth int `json:"endgame_depth,omitempty"`
	Nodes        int `json:"nodes,omitempty"`
	// Agent and Parameters are the program that was tuned, and what it was given.
	Agent      string             `json:"agent,omitempty"`
	Parameters map[string]float64 `json:"parameters,omitempty"`
	// Claimed is the fitness in training, which is flattered by choosing the best of
	// many; Chosen is the fitness in the games that chose the champion among the
	// best, which is flattered a little; Test is from games that chose nothing.
	Claimed float64  `json:"claimed"`
	Chosen  *Mix     `json:"chosen,omitempty"`
	Test    []Versus `json:"test,omitempty"`
	// Phases are those of weights with several, and how often the test reached them.
	Phases []Reached `json:"phases,omitempty"`
	// Points are the expected points of the rubric that was the objective, by the test.
	Points []RubricPoints `json:"points,omitempty"`
	// Warnings are those of earlier versions, whose intervals did not discount
	// repeated games.
	Warnings []string `json:"warnings,omitempty"`
}

// Look is how far the champion looked ahead.
func (e *Evidence) Look() experiment.Look {
	return experiment.Look{Depth: e.Depth, Nodes: e.Nodes, Endgame: e.EndgameDepth}
}

// The names of the opponents that every champion is tested against, and of the
// champion in the games that are kept.
const (
	ChampionName = "champion"
	StartName    = "start"
	HandName     = "hand"
)

// WriteChampion writes champion.json: a weights file with its evidence.
func WriteChampion(folder string, w features.Weights, e Evidence) error {
	return writeWeights(folder, ChampionFile, w, e)
}

// ReadChampion reads the champion of a run's folder.
func ReadChampion(folder string) (features.Weights, Evidence, error) {
	path := filepath.Join(folder, ChampionFile)
	w, data, err := readWeights(path)
	if err == nil && (len(w.Evidence) == 0 || string(w.Evidence) == "null") {
		err = fmt.Errorf("run: %s: no evidence (expected: what is known of the champion)", path)
	}
	if err != nil {
		return w, Evidence{}, err
	}
	var file struct { // decoded from the whole text, so that an error has its line
		Evidence Evidence `json:"evidence"`
	}
	if err := files.DecodeJSON(data, &file); err != nil {
		return w, Evidence{}, fmt.Errorf("run: %s: %w", path, err)
	}
	return w, file.Evidence, nil
}

// MixScore is the champion's score against the opponents of the config, each in
// its share, from the first of the opening lengths; nil if it was not tested.
func (e *Evidence) MixScore(c *experiment.Config) *float64 {
	return e.MixScoreFrom(c, c.Test.OpeningPlies[0])
}

// MixScoreFrom is MixScore from openings of one length.
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
