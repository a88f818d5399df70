package train

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"

	"evolab/evolve"
	"evolab/features"
	"evolab/internal/files"
	"evolab/stats"
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
	Chosen  *mix     `json:"chosen,omitempty"`
	Test    []Versus `json:"test,omitempty"`
	// Points is what the test leads one to expect of the rubric that was the
	// objective.
	Points []RubricPoints `json:"points,omitempty"`
	// Warnings are those of earlier versions, whose intervals counted games that
	// repeat an earlier one like all others.
	Warnings []string `json:"warnings,omitempty"`
}

// champion is the candidate that a run ends with.
type champion struct {
	individual evolve.Individual
	chosen     *mix
	matches    []MatchLine // by which it was chosen
}

// choose lets the best of the hall of fame play again, on games that took no
// part in their selection, and returns the one that does best there.
func (r *running) choose(ctx context.Context, hall []evolve.Individual) (champion, error) {
	best, bestFitness := champion{}, math.Inf(-1)
	var matches []MatchLine
	for _, candidate := range hall[:min(len(hall), r.config.Validation.Candidates)] {
		weights := r.weights(candidate.Genome, "")
		m, err := r.measureMix(ctx, weights, r.config.Validation.CandidateGames,
			measurement{purpose: chooseSeed, openingPlies: r.config.Fitness.OpeningPlies, workers: r.options.Workers, played: r.options.Watch.Played,
				kept: func() (stats.Estimate, error) { return r.accuracy(ctx, weights, &r.exams.train) }})
		if err != nil {
			return best, err
		}
		if m.Fitness.Value > bestFitness {
			best, bestFitness = champion{individual: candidate, chosen: &m}, m.Fitness.Value
		}
		matches = append(matches, matchLines(ChooseMatch, r.plan.Generations, candidate.ID, m.met)...)
	}
	best.matches = matches
	return best, nil
}

// test plays the final games of a champion: against every opponent, the start
// weights and the hand-set weights, from each opening length.
func (r *running) test(ctx context.Context, c champion) ([]Versus, error) {
	opponents, err := r.yardsticks()
	if err != nil {
		return nil, err
	}
	r.options.Watch.Stage("testing the champion", len(opponents)*len(r.config.Test.OpeningPlies)*r.config.Test.Games)
	var list []Versus
	for _, plies := range r.config.Test.OpeningPlies {
		for i, o := range opponents {
			v, err := r.measure(ctx, r.weights(c.individual.Genome, ""), o, r.config.Test.Games,
				measurement{purpose: testSeed, index: uint64(i), openingPlies: plies, workers: r.options.Workers, keep: keptGames, played: r.options.Watch.Played})
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// keptGames of each match of the test are kept with their moves.
const keptGames = 4

// The names of the opponents that every champion is tested against, and of the
// champion in the games that are kept.
const (
	ChampionName = "champion"
	StartName    = "start"
	HandName     = "hand"
)

// yardsticks are the opponents of the final test.
func (s *setup) yardsticks() ([]opponent, error) {
	list := append([]opponent(nil), s.opponents...)
	for _, y := range []struct {
		name, spec string
		weights    features.Weights
	}{
		{StartName, s.playerSpec("frozen", StartFile), s.weights(s.start, s.config.Start)},
		{HandName, s.playerSpec("hand", ""), s.game.Info().Hand},
	} {
		a, err := s.player(y.weights)
		if err != nil {
			return nil, err
		}
		list = append(list, opponent{name: y.name, spec: y.spec, agent: a})
	}
	return list, nil
}

// writeChampion writes champion.json: a weights file with its evidence.
func (s *setup) writeChampion(folder string, c champion, e Evidence) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("train: champion: %w", err)
	}
	w := s.weights(c.individual.Genome, fmt.Sprintf("%s of experiment %s, seed %d, individual %s",
		s.config.Optimizer, s.config.Name, s.config.Seed, c.individual.ID))
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
		return features.Weights{}, Evidence{}, fmt.Errorf("train: %w", err)
	}
	w, err := readWeights(path, data)
	if err == nil && (len(w.Evidence) == 0 || string(w.Evidence) == "null") {
		err = fmt.Errorf("train: %s: no evidence (expected: what is known of the champion)", path)
	}
	if err != nil {
		return w, Evidence{}, err
	}
	var file struct { // decoded from the whole text, so that an error tells its line
		Evidence Evidence `json:"evidence"`
	}
	if err := files.DecodeJSON(data, &file); err != nil {
		return w, Evidence{}, fmt.Errorf("train: %s: %w", path, err)
	}
	return w, file.Evidence, nil
}

// MixScore is the champion's score against the opponents of the config, each in
// its share, from the first of the opening lengths; nil if it was not tested.
func (e *Evidence) MixScore(c *Config) *float64 { return e.mixScore(c, c.Test.OpeningPlies[0]) }

// mixScore is the same from openings of one length.
func (e *Evidence) mixScore(c *Config, plies int) *float64 {
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
