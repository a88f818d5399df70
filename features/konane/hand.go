package konane

import "evolab/features"

// Hand is a set of weights chosen by hand, before any tuning: jumps and stones
// that can jump, above all those that cannot be prevented. Tuned weights are
// measured against it.
func Hand() features.Weights {
	return features.Weights{
		Game:     "konane",
		Features: []string{"moves", "movers", "safe", "threatened", "isolated"},
		Values:   []float64{.6, 1, .6, -.2, -.1},
		Source:   "set by hand",
	}
}
