package littlego

import (
	"math/bits"

	"evolab/game/littlego"
)

// pass is the point that stands for a pass.
const pass = 31

// order says which moves have won before.
type order struct {
	history [2][32]int32
	killers [littlego.LastPly + 1][2]uint8
}

// won notes a move that has won, where so many plies were left. What wins far
// from the end counts as much as all that wins in the tree below it.
func (o *order) won(ply int, point uint, left int) {
	o.history[ply&1][point] += 1 << min(left, 16)
	k := &o.killers[ply]
	if k[0] != uint8(point) {
		k[0], k[1] = uint8(point), k[0]
	}
	if o.history[ply&1][point] > 1<<24 {
		for side := range o.history {
			for p := range o.history[side] {
				o.history[side][p] /= 2
			}
		}
	}
}

// The ranks of moves; history counts below them.
const rankKiller = 1 << 27

// rank is how early a point should be tried.
func (o *order) rank(ply int, point uint, own, opp *groups) int32 {
	const rankCapture = 1 << 28
	const rankSave = 1 << 26
	rank := o.history[ply&1][point]
	bit := littlego.Board(1) << point
	switch {
	case opp.atari&bit != 0:
		return rankCapture + rank
	case o.killers[ply][0] == uint8(point):
		return rankKiller + 1<<25
	case o.killers[ply][1] == uint8(point):
		return rankKiller
	case own.atari&bit != 0:
		return rankSave + rank
	}
	return rank
}

// first is the lowest bit of a board.
func first(b littlego.Board) uint { return uint(bits.TrailingZeros32(uint32(b))) }

// judge guesses how good a move is for the side that made it, by the position
// after it.
func judge(s *littlego.State) int32 {
	const perStone = 8
	const perLiberty = 4
	const perAtari = 7 // a stone in a group with one liberty
	const perShort = 4 // a stone in a group with two
	const perShortFoe = 2
	own, opp := s.Opp(), s.Own()
	empty := littlego.Full() &^ (own | opp)
	mine, theirs := look(own, empty), look(opp, empty)
	return int32(perStone*(own.Count()-opp.Count()) +
		perLiberty*((own.Grow()&empty).Count()-(opp.Grow()&empty).Count()) -
		perAtari*(mine.weak[1]-theirs.weak[1]) -
		perShort*mine.weak[2] + perShortFoe*theirs.weak[2])
}

// judged is the rank of a move far from the end, where trying a bad one costs
// more than a look at the position after it.
func (o *order) judged(ply int, point uint, after *littlego.State) int32 {
	const perHistory = 8 // each doubling of the history
	const killerPoints = 24
	rank := judge(after) + perHistory*int32(bits.Len32(uint32(o.history[ply&1][point])))
	k := &o.killers[ply]
	if k[0] == uint8(point) || k[1] == uint8(point) {
		rank += killerPoints
	}
	return rank
}
