package train

import (
	"context"
	"errors"
	"slices"

	"evolab/features"
	"evolab/stats"
)

// Ablated tells what a feature is worth to a champion.
type Ablated struct {
	Feature string         `json:"feature"`
	Score   stats.Estimate `json:"score"` // of the whole evaluation against itself without the feature
	Games   int            `json:"games"`
	// Duplicates is the number of games that repeat an earlier one.
	Duplicates int `json:"duplicates"`
}

// Ablate lets the champion of a run play against itself without each of its
// features in turn, on games that the run has not used: from the openings of
// its training, or from real starts where that has none. The same run and
// number of games give the same result. told, if it is set, hears of each game.
func Ablate(ctx context.Context, c *Config, whole features.Weights, games, workers int, told func(games int)) (list []Ablated, err error) {
	s, err := newSetup(c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	for i, name := range whole.Features {
		without, changed := ablated(whole, i)
		if !changed {
			continue
		}
		rival, err := s.player(without)
		if err != nil {
			return nil, err
		}
		v, err := s.measure(ctx, whole, opponent{name: name, agent: rival}, games,
			measurement{purpose: ablateSeed, openingPlies: c.Fitness.OpeningPlies, workers: workers, played: told})
		if err != nil {
			return nil, err
		}
		list = append(list, Ablated{name, v.Score, v.Games, v.Duplicates})
	}
	return list, nil
}

// Ablatable counts the features that an ablation can take away: their weight is
// not 0 in some phase.
func Ablatable(w features.Weights) int {
	n := 0
	for i := range w.Features {
		if _, changed := ablated(w, i); changed {
			n++
		}
	}
	return n
}

// ablated is the weights with a feature's at 0 in all phases, and whether that
// changes anything.
func ablated(w features.Weights, i int) (features.Weights, bool) {
	changed := w.Values[i] != 0
	w.Values = slices.Clone(w.Values)
	w.Values[i] = 0
	if w.Endgame != nil {
		later := *w.Endgame
		changed = changed || later.Values[i] != 0
		later.Values = slices.Clone(later.Values)
		later.Values[i] = 0
		w.Endgame = &later
	}
	return w, changed
}
