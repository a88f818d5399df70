package konane

import "evolab/features"

// length: games ended with 70 to 85 % of the stones gone on 18x18, after 106 to
// 122 moves of a side, and with 55 to 85 % on 8x8, after 16 to 25.
func length() features.Length {
	return features.Length{At: [5]int{0, 0, 0, 0, 4}, Over: 850}
}
