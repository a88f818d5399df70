package tictactoe

import "evolab/features"

// Hand is a set of weights chosen by hand, before any tuning: a win at once
// first, then not letting the enemy have one, forks, and open lines.
func Hand() features.Weights {
	return features.Weights{
		Game:     "tictactoe",
		Features: []string{"threats_own", "threats_enemy", "forks_own", "forks_enemy", "lines_open", "centre", "corners"},
		Values:   []float64{1, -.6, .5, -.3, .3, .2, .1},
		Source:   "set by hand",
	}
}
