package halma

import (
	"errors"
	"math/bits"

	"evolab/game"
)

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
		before := h.around(class, at) & waves[i-1]
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
		if class != Class(to) || to != first && !h.open.Has(to) || h.around(class, 1<<Cell(from))>>Cell(to)&1 == 0 {
			return game.NoMove, ErrRoute
		}
	}
	if first == last {
		return game.NoMove, ErrNowhere
	}
	return game.NewMove(first, last), nil
}
