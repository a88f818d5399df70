package halma

import "evolab/features"

// Hand is a set of weights chosen by hand, before any tuning: the race first,
// leaving nobody behind, close to the diagonal, with long jumps ahead.
func Hand() features.Weights {
	return features.Weights{
		Game: "halma",
		Features: []string{
			"distance", "squared", "entry", "straggler", "home", "deep", "camp_own", "aside", "longest_own", "longest_enemy", "rungs",
		},
		Values: []float64{1, .4, .3, .2, .2, .1, -.1, .15, .1, -.1, .05},
		Source: "set by hand",
	}
}
