package littlego

import "evolab/game/littlego"

// shape is what the groups of one side look like. It stays in registers: a structure
// of small counts is slow to hand over.
type shape struct {
	// kinds has 16 bits for each number of liberties that a group may have, many
	// standing for more as well: the groups in the lower half, their stones in the
	// upper one.
	kinds        uint64
	libertiesSum int // liberties counted once per group
	largest      int
}

const (
	many     = 3
	kindBits = 16
)

// groups and stones are those of the groups with a number of liberties, count is all
// groups.
func (sh *shape) groups(liberties int) int32 { return int32(sh.kinds >> (kindBits * liberties) & 255) }
func (sh *shape) stones(liberties int) int32 {
	return int32(sh.kinds >> (kindBits*liberties + kindBits/2) & 255)
}
func (sh *shape) count() int32 {
	const lower, add = 0x00ff00ff00ff00ff, 0x0001000100010001
	return int32(sh.kinds & lower * add >> (3 * kindBits))
}

// measure reads the shapes of both sides; around is what their stones grow to.
func measure(stones, around, free sides) (mine, theirs shape) {
	single := stones &^ around
	left, right := single&(free<<1), single&(free>>1)
	up, down := single&(free<<littlego.Stride), single&(free>>littlego.Stride)
	odd, pairs := left^right^up^down, left&right|up&down|(left^right)&(up^down)
	four := left & right & up & down
	mine = alone(single.first(), odd.first(), pairs.first(), four.first())
	theirs = alone(single.second(), odd.second(), pairs.second(), four.second())
	for rest := stones &^ single; rest != 0; {
		group, around := rest.lowest().flood(stones)
		rest &^= group
		liberties := around & free
		mine = mine.with(group.first(), liberties.first())
		theirs = theirs.with(group.second(), liberties.second())
	}
	return mine, theirs
}

// with adds a group of two stones or more, or none.
func (sh shape) with(group, liberties littlego.Board) shape {
	size, free := group.Count(), liberties.Count()
	return shape{
		kinds:        sh.kinds + uint64(min(size, 1)|size<<(kindBits/2))<<(kindBits*min(free, many)),
		libertiesSum: sh.libertiesSum + free,
		largest:      max(sh.largest, size),
	}
}

// alone is the shape of the stones without a neighbour of their side, all at once:
// they are half of the groups. Those with an odd number of liberties are given, those
// with two or more, and those with four.
func alone(stones, odd, pairs, four littlego.Board) shape {
	n, most := stones.Count(), four.Count()
	one, two, three := (odd &^ pairs).Count(), (pairs&^odd).Count()-most, (odd & pairs).Count()
	kinds := uint64(one)<<kindBits | uint64(n-one-three-most)<<(2*kindBits) | uint64(three+most)<<(many*kindBits)
	return shape{
		kinds:        kinds | kinds<<(kindBits/2),
		libertiesSum: one + 2*two + 3*three + 4*most,
		largest:      min(n, 1),
	}
}
