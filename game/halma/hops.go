package halma

import (
	"math/bits"

	"evolab/game"
)

// Hops is the jumps that a set of pieces allows. The jumps of a class go over
// pieces of the other classes only, so they do not depend on which piece of the
// class moves.
type Hops struct {
	open Board // the squares without a piece
	// A bit of these links a cell with the next one to the right, with the
	// next one below, and, for crossed, the two diagonals of the 2x2 cells to
	// the right of it and below.
	right, below, crossed [Classes]uint64
}

// NewHops reads the hops off a set of pieces.
func NewHops(occupied *Board) (h Hops) {
	// The piece between cell i and i+1 has the same cell i in the class with
	// the other column parity if the class has even columns, else cell i+1.
	o := occupied
	h.right = [Classes]uint64{o[1] &^ column7, o[0] >> 1 &^ column7, o[3] &^ column7, o[2] >> 1 &^ column7}
	h.below = [Classes]uint64{o[2], o[3], o[0] >> 8, o[1] >> 8}
	h.crossed = [Classes]uint64{o[3] &^ column7, o[2] >> 1 &^ column7, o[1] >> 8 &^ column7, o[0] >> 9 &^ column7}
	h.open = occupied.Not()
	return h
}

// around is the cells of a class, empty or not, that single jumps reach from some
// cells. Jumps go both ways, so these are also the cells from which single jumps reach
// the given ones.
func (h *Hops) around(class int, cells uint64) uint64 {
	class &= 3
	r, b, c := h.right[class], h.below[class], h.crossed[class]
	east, south := cells>>1, cells>>8
	return cells&r<<1 | east&r | cells&b<<8 | south&b |
		cells&c<<9 | cells>>9&c | east&c<<8 | south&c<<1
}

// From is the empty cells of a class that single jumps reach from some cells.
func (h *Hops) From(class int, cells uint64) uint64 {
	return h.around(class, cells) & h.open[class&3]
}

// Reach is the cells on which a piece of a class can end a chain of jumps; its
// own cell is not among them.
func (h *Hops) Reach(class, cell int) uint64 {
	class &= 3
	r, b, c, open := h.right[class], h.below[class], h.crossed[class], h.open[class]
	all := uint64(0)
	for fresh := uint64(1) << (cell & 63); fresh != 0; {
		// As in around.
		east, south := fresh>>1, fresh>>8
		fresh = open &^ all & (fresh&r<<1 | east&r | fresh&b<<8 | south&b |
			fresh&c<<9 | fresh>>9&c | east&c<<8 | south&c<<1)
		all |= fresh
	}
	return all
}

// Jumpers is the cells of a class, out of some that hold pieces, from which
// there is a jump.
func (h *Hops) Jumpers(class int, pieces uint64) uint64 {
	if pieces == 0 {
		return 0
	}
	return pieces & h.around(class, h.open[class&3])
}

// Towards is the number of single jumps of some pieces of a class that lead to
// cells in ends along a row, a column or the diagonal towards a side's goal.
func (h *Hops) Towards(side game.Side, class int, pieces, ends uint64) int {
	class &= 3
	r, b, c := h.right[class], h.below[class], h.crossed[class]
	if side == game.First {
		return bits.OnesCount64(pieces&r&(ends>>1)) + bits.OnesCount64(pieces&b&(ends>>8)) + bits.OnesCount64(pieces&c&(ends>>9))
	}
	return bits.OnesCount64(ends&r&(pieces>>1)) + bits.OnesCount64(ends&b&(pieces>>8)) + bits.OnesCount64(ends&c&(pieces>>9))
}
