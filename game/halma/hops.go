package halma

import (
	"errors"
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

// Around is the cells of a class, empty or not, that single jumps reach from some
// cells. Jumps go both ways, so these are also the cells from which single jumps reach
// the given ones.
func (h *Hops) Around(class int, cells uint64) uint64 {
	class &= 3
	r, b, c := h.right[class], h.below[class], h.crossed[class]
	east, south := cells>>1, cells>>8
	return cells&r<<1 | east&r | cells&b<<8 | south&b |
		cells&c<<9 | cells>>9&c | east&c<<8 | south&c<<1
}

// From is the empty cells of a class that single jumps reach from some cells.
func (h *Hops) From(class int, cells uint64) uint64 {
	return h.Around(class, cells) & h.open[class&3]
}

// Reach is the cells on which a piece of a class can end a chain of jumps; its
// own cell is not among them.
func (h *Hops) Reach(class, cell int) uint64 {
	open := h.open[class&3]
	beyond, _ := h.flood(class, open, 1<<(cell&63))
	return open &^ beyond
}

// Region is the empty cells of a class that chains of jumps connect with an empty one,
// which is among them, and what is Around these. A piece that can jump to one of them can
// reach all.
func (h *Hops) Region(class int, cell uint64) (region, around uint64) {
	open := h.open[class&3]
	beyond, around := h.flood(class, open&^cell, cell)
	return open &^ beyond, around
}

// flood follows chains of jumps from some cells of a class over the cells that are left. It
// returns those that no chain reaches, and what is Around the cells from which it jumped.
func (h *Hops) flood(class int, left, fresh uint64) (beyond, around uint64) {
	class &= 3
	r, b, c := h.right[class], h.below[class], h.crossed[class]
	for fresh != 0 {
		// As in Around.
		east, south := fresh>>1, fresh>>8
		near := (fresh&r|south&c)<<1 | (fresh&b|east&c)<<8 | east&r | south&b | (fresh&c)<<9 | fresh>>9&c
		around |= near
		fresh = near & left
		left ^= fresh
	}
	return left, around
}

// Jumpers is the cells of a class, out of some that hold pieces, from which
// there is a jump.
func (h *Hops) Jumpers(class int, pieces uint64) uint64 {
	if pieces == 0 {
		return 0
	}
	return pieces & h.Around(class, h.open[class&3])
}

// Landings is the cells of a class, empty or not, that single jumps of some pieces lead
// to, by direction.
func (h *Hops) Landings(class int, pieces uint64) (east, west, south, north, southEast, northWest, northEast, southWest uint64) {
	class &= 3
	r, b, c := h.right[class], h.below[class], h.crossed[class]
	left, up := pieces>>1, pieces>>8
	return (pieces & r) << 1, left & r, (pieces & b) << 8, up & b,
		(pieces & c) << 9, pieces >> 9 & c, (up & c) << 1, (left & c) << 8
}

// Adjacent reports whether two different squares are one step apart.
func Adjacent(from, to int) bool {
	dx, dy := from%Size-to%Size, from/Size-to/Size
	return from != to && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1
}

// Route appends the squares that a move passes, the first and the last one
// included: two for a step, and for jumps those of a shortest chain, which is
// always the same one. It appends nothing when no chain leads there.
func (s *State) Route(m game.Move, dst []int) []int {
	from, to := m.From()&0xff, m.To()&0xff
	if Adjacent(from, to) {
		return append(dst, from, to)
	}
	class := Class(from)
	if class != Class(to) || from == to {
		return dst
	}
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	// waves[i] is the cells that i jumps reach, and no fewer.
	var waves [64]uint64
	target := uint64(1) << Cell(to)
	waves[0] = 1 << Cell(from)
	seen, last := waves[0], 0
	for waves[last]&target == 0 {
		fresh := h.From(class, waves[last]) &^ seen
		if fresh == 0 {
			return dst
		}
		last++
		waves[last] = fresh
		seen |= fresh
	}
	return h.backtrack(dst, class, &waves, last, target)
}

// backtrack finds the way back through the waves to their start, from the
// cell in target.
func (h *Hops) backtrack(dst []int, class int, waves *[64]uint64, last int, target uint64) []int {
	first := len(dst)
	for i := 0; i <= last; i++ {
		dst = append(dst, 0)
	}
	at := target
	for i := last; ; i-- {
		dst[first+i] = SquareOf(class, bits.TrailingZeros64(at))
		if i == 0 {
			return dst
		}
		before := h.Around(class, at) & waves[i-1]
		at = before & -before
	}
}

// The errors of Follow.
var (
	ErrRoute   = errors.New("no piece to jump over, or not into an empty square")
	ErrNowhere = errors.New("the chain ends where it began")
)

// Follow is the move along some squares, at least two: a step, or any chain of jumps
// that the pieces allow, the shortest or not. The move may still be illegal, because
// of the camps or because no piece stands on its first square.
func (s *State) Follow(route []int) (game.Move, error) {
	first, last := route[0], route[len(route)-1]
	if len(route) == 2 && Adjacent(first, last) {
		return game.NewMove(first, last), nil
	}
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	for i := 1; i < len(route); i++ {
		from, to := route[i-1], route[i]
		class := Class(from)
		// The square has to be empty or the one that the turn began on.
		if class != Class(to) || to != first && !h.open.Has(to) || h.Around(class, 1<<Cell(from))>>Cell(to)&1 == 0 {
			return game.NoMove, ErrRoute
		}
	}
	if first == last {
		return game.NoMove, ErrNowhere
	}
	return game.NewMove(first, last), nil
}
