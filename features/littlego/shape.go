package littlego

import "evolab/game/littlego"

// shape is what the groups of one side look like.
type shape struct {
	libertiesSum int32 // liberties counted once per group
	largest      int32
	// groups and stones are counted by the liberties of the groups, many standing
	// for more as well.
	groups, stones [many + 1]int32
}

const many = 3

func (sh *shape) count() int32 { return sh.groups[0] + sh.groups[1] + sh.groups[2] + sh.groups[many] }

// measure reads the shapes of both sides.
func measure(own, enemy, empty littlego.Board) (mine, theirs shape) {
	stones, free := both(own, enemy), both(empty, empty)
	single := stones &^ stones.grow()
	mine.addSingle(single.first(), empty)
	theirs.addSingle(single.second(), empty)
	for rest := stones &^ single; rest != 0; {
		group := rest.lowest().flood(stones)
		rest &^= group
		liberties := group.grow() & free
		mine.add(group.first(), liberties.first())
		theirs.add(group.second(), liberties.second())
	}
	return mine, theirs
}

// add adds a group of two stones or more, or none.
func (sh *shape) add(group, liberties littlego.Board) {
	size, free := int32(group.Count()), int32(liberties.Count())
	kind := min(free, many)
	sh.libertiesSum += free
	sh.largest = max(sh.largest, size)
	sh.groups[kind] += min(size, 1)
	sh.stones[kind] += size
}

// addSingle adds the stones without a neighbour of their side, all at once: they are
// half of the groups.
func (sh *shape) addSingle(single, empty littlego.Board) {
	if single == 0 {
		return
	}
	left, right := single&(empty<<1), single&(empty>>1)
	up, down := single&(empty<<littlego.Stride), single&(empty>>littlego.Stride)
	odd := left ^ right ^ up ^ down
	pairs := left&right | up&down | (left^right)&(up^down) // two liberties, three or four
	one, three := int32((odd &^ pairs).Count()), int32((odd&pairs | left&right&up&down).Count())
	two := int32(single.Count()) - one - three
	sh.libertiesSum += int32(left.Count() + right.Count() + up.Count() + down.Count())
	sh.largest = max(sh.largest, 1)
	sh.groups[1], sh.groups[2], sh.groups[many] = one, two, three
	sh.stones[1], sh.stones[2], sh.stones[many] = one, two, three
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
