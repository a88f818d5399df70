package checkers

import "evolab/features"

// Hand is a set of weights chosen by hand, before any tuning. Divided by the
// scales, a man counts 1 and a king 1.4, and more with few pieces left, through
// ratio. Free ways to the last row and immediate captures count most after that; the
// last four find the win in the endgame.
func Hand() features.Weights {
	return features.Weights{
		Game: "checkers",
		Features: []string{
			"men", "kings", "trade", "takes", "threatened", "seventh", "runaway_rows", "back_row", "bridge",
			"safe_mobility", "trapped_kings", "dog_hole", "centre", "centre_kings", "hunt", "ring", "refuge", "ratio",
		},
		Values: []float64{2, 1.3, .15, .25, -.1, .06, .3, .08, .04, .12, -.09, -.03, .04, .04, .17, .15, .08, 1.5},
		Source: "set by hand",
	}
}
