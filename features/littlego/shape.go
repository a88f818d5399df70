package littlego

import "evolab/game/littlego"

// shape is what the groups of one side look like.
type shape struct {
	libertiesSum int32 // liberties counted once per group
	groups       int32
	atari        int32 // groups with one liberty
	atariStones  int32
	strong       int32 // stones of groups with three liberties or more
	largest      int32
}

// measure reads the shape of the given stones.
func measure(stones, empty littlego.Board) shape {
	var sh shape
	for rest := stones; rest != 0; {
		group := (rest & -rest).Flood(stones)
		rest &^= group
		size := int32(group.Count())
		free := int32((group.Grow() & empty).Count())
		sh.groups++
		sh.libertiesSum += free
		sh.largest = max(sh.largest, size)
		if free == 1 {
			sh.atari++
			sh.atariStones += size
		}
		if free >= 3 {
			sh.strong += size
		}
	}
	return sh
}

// eulerNumber is the number of 8-connected components minus the number of
// holes, from counts of 2x2 windows (Gray, "Local properties of binary images
// in two dimensions", 1971): (Q1 - Q3 - 2 QD) / 4, where Q1 and Q3 count the
// windows with one and three stones and QD those with two on a diagonal.
func eulerNumber(stones littlego.Board) int32 {
	// The board's bits are moved away from the lowest ones, so that windows
	// reaching over the top and left edges have a bit of their own.
	a := uint64(stones) << (littlego.Stride + 1)
	b := uint64(stones) << littlego.Stride
	c := uint64(stones) << 1
	d := uint64(stones)
	odd := a ^ b ^ c ^ d
	three := odd & (a&b | c&d)
	one := odd &^ three
	diagonal := (a & d &^ (b | c)) | (b & c &^ (a | d))
	return int32(popcount(one)-popcount(three)-2*popcount(diagonal)) / 4
}
