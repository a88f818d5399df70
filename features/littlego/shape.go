package littlego

import "evolab/game/littlego"

// shape is what the groups of one side look like. It stays in registers: a structure
// of small counts is slow to hand over.
type shape struct {
	// kinds has 16 bits for each number of liberties, the last one standing for more as
	// well: the number of groups in the lower half, of their stones in the upper one.
	kinds        uint64
	libertiesSum int // liberties counted once per group
	largest      int
}

const (
	many     = 3
	kindBits = 16
)

// groups and stones count those of groups with a number of liberties, count counts
// all groups.
func (sh *shape) groups(liberties int) int32 { return int32(sh.kinds >> (kindBits * liberties) & 255) }
func (sh *shape) stones(liberties int) int32 {
	return int32(sh.kinds >> (kindBits*liberties + kindBits/2) & 255)
}
func (sh *shape) count() int32 {
	const lower, add = 0x00ff00ff00ff00ff, 0x0001000100010001
	return int32(sh.kinds & lower * add >> (3 * kindBits))
}

// most is the number of stones of the largest group, besides some lone stones.
func (sh *shape) most(lone littlego.Board) int32 { return int32(max(sh.largest, int(min(lone, 1)))) }

// measure reads the shapes of both sides without their lone stones.
func measure(stones, lone, free sides) (mine, theirs shape) {
	for rest := stones &^ lone; rest != 0; {
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
