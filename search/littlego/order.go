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
const (
	rankCapture = 1 << 28
	rankKiller  = 1 << 27
	rankSave    = 1 << 26
)

// rank is how early a point should be tried.
func (o *order) rank(ply int, point uint, own, opp *groups) int32 {
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
