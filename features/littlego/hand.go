package littlego

import "evolab/features"

// Hand is a set of weights chosen by hand, before any tuning: material first
// and more so late in the game, then liberties, no groups in atari, few and
// solid shapes. Tuned weights are measured against it.
func Hand() features.Weights {
	return features.Weights{
		Game:     "littlego",
		Features: []string{"stones", "stones_late", "liberties", "atari_own", "atari_enemy", "euler", "centre", "edge"},
		Values:   []float64{1, .5, .5, -.6, .3, -.3, .1, -.1},
		Source:   "set by hand",
	}
}
