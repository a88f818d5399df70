package littlego

import (
	"evolab/features"
	"evolab/game/littlego"
)

var (
	centrePoint = on(littlego.At(2, 2))
	cornerPts   = on(littlego.At(0, 0) | littlego.At(0, 4) | littlego.At(4, 0) | littlego.At(4, 4))
	innerPts    = on(littlego.At(1, 1) | littlego.At(1, 2) | littlego.At(1, 3) |
		littlego.At(2, 1) | littlego.At(2, 2) | littlego.At(2, 3) |
		littlego.At(3, 1) | littlego.At(3, 2) | littlego.At(3, 3))
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *littlego.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *littlego.State, v *features.Vector, need features.Need) {
	const needLiberties features.Need = 1<<liberties | 1<<libertiesSecond | 1<<territory
	const needGroups features.Need = 1<<libertiesSum | 1<<groups | 1<<atariOwn | 1<<atariEnemy | 1<<atariStonesOwn | 1<<atariStonesEnemy |
		1<<strong | 1<<largest
	const needPlaces features.Need = 1<<euler | 1<<links | 1<<centre | 1<<inner | 1<<edge | 1<<corners
	own, enemy := s.Own(), s.Opp()
	all, free := both(own, enemy), on(littlego.Full()&^(own|enemy))
	around := all.grow()
	ply := int32(s.Ply())

	v[stones] = all.lead()
	v[stonesLate] = v[stones] * ply
	v[ahead] = leads(v[stones], ply)
	v[aheadLate] = v[ahead] * ply
	v[eyes] = (free &^ (fullSides &^ all).grow()).lead()
	if need.Any(needLiberties) {
		extractLiberties(around&free, free, v)
	}
	if need.Any(needGroups) {
		extractGroups(all, around, free, v)
	}
	if need.Any(needPlaces) {
		extractPlaces(all, v)
	}
}

// leads is the value of ahead for a lead in stones at a ply; Black is to move at even
// plies.
func leads(stones, ply int32) int32 {
	if ply&1 == 0 && 2*stones > littlego.Komi || ply&1 == 1 && -2*stones <= littlego.Komi {
		return 1
	}
	return -1
}

// extractLiberties looks at the empty points by their distance from the stones; near
// are those next to them. What no stone of the other side reaches is territory.
func extractLiberties(near, free sides, v *features.Vector) {
	second := near.grow() & free &^ near
	reached, _ := (near | second).flood(free)
	v[liberties], v[libertiesSecond], v[territory] = near.lead(), second.lead(), reached.lead()
}

// extractGroups counts lone stones, which are half of the groups, all at once.
func extractGroups(all, around, free sides, v *features.Vector) {
	lone := all &^ around
	left, right := lone&(free<<1), lone&(free>>1)
	up, down := lone&(free<<littlego.Stride), lone&(free>>littlego.Stride)
	// The lone stones with an odd number of liberties, with two or more, and with four.
	odd, pairs, four := left^right^up^down, left&right|up&down|(left^right)&(up^down), left&right&up&down
	single := odd &^ pairs
	atari, theirAtari := int32(single.first().Count()), int32(single.second().Count())
	odds, fours := odd.lead(), four.lead()
	mine, theirs := measure(all, lone, free)
	v[libertiesSum] = int32(mine.libertiesSum-theirs.libertiesSum) + odds + 2*(pairs.lead()+fours)
	v[groups] = mine.count() - theirs.count() + lone.lead()
	v[atariOwn], v[atariEnemy] = mine.groups(1)+atari, theirs.groups(1)+theirAtari
	v[atariStonesOwn], v[atariStonesEnemy] = mine.stones(1)+atari, theirs.stones(1)+theirAtari
	v[strong] = mine.stones(many) - theirs.stones(many) + odds - atari + theirAtari + fours
	v[largest] = mine.most(lone.first()) - theirs.most(lone.second())
}

func extractPlaces(all sides, v *features.Vector) {
	row, col := all&(all>>1), all&(all>>littlego.Stride) // pairs of neighbours
	v[links] = row.lead() + col.lead()
	v[euler] = v[stones] - v[links] + windows(all, row)
	v[centre] = (all & centrePoint).lead()
	v[inner] = (all & innerPts).lead()
	v[edge] = v[stones] - v[inner]
	v[corners] = (all & cornerPts).lead()
}

// windows is what squares of 2x2 points add to the Euler number, the stones less the
// pairs of neighbours (Gray, "Local properties of binary images in two dimensions",
// 1971): two stones on a diagonal are one more pair, three stones are a triangle.
func windows(all, row sides) int32 {
	const places = 0xf | 0xf<<littlego.Stride | 0xf<<(2*littlego.Stride) | 0xf<<(3*littlego.Stride)
	right, under, across := all>>1, all>>littlego.Stride, all>>(littlego.Stride+1)
	below, at := row>>littlego.Stride, on(places)
	falling, rising := all&across&at, right&under&at
	three, four := (row&(under^across)|below&(all^right))&at, row&below&at
	return three.lead() + 3*four.lead() - falling.lead() - rising.lead()
}

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
