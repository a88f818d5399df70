package checkers

import "evolab/features"

// length counts on fewer moves than games have, in which level endings of many
// moves are played fast.
func length() features.Length {
	return features.Length{At: [5]int{20, 20, 20, 20, 18}, Calm: 100, Level: 450}
}
