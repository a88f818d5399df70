package littlego

import "evolab/features"

// length is more than the 12 moves of a side that a game has: those that are
// possible are the fewer.
func length() features.Length {
	return features.Length{At: [5]int{40, 31, 21, 12, 2}}
}
