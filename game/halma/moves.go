package halma

import (
	"math/bits"

	"evolab/game"
)

// Moves appends the legal moves: piece by piece, row by row from the top left,
// and for each piece its steps and then the ends of its jumps in the same order.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.won() {
		return dst
	}
	var o orders
	var c chains
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	s.plan(&h, &o)
	c.find(&h, &o)
	for y := 0; y < Size; y++ {
		for row := s.own.Row(y); row != 0; row &= row - 1 {
			from := Size*y + bits.TrailingZeros32(row)
			dst = o.appendSteps(dst, from)
			for ends := c.of(from); ends != 0; ends &= ends - 1 {
				dst = append(dst, game.NewMove(from, SquareOf(Class(from), bits.TrailingZeros64(ends))))
			}
		}
	}
	return dst
}

// appendSteps appends what the orders let the piece of a square do in one step.
func (o *orders) appendSteps(dst []game.Move, from int) []game.Move {
	for i := 0; i < o.n; i++ {
		given := &o.list[i]
		if given.steps == 0 || !given.pieces.Has(from) {
			continue
		}
		for d, to := range stepTo[from&0xff] {
			if to != off && given.ends.Has(int(to)) && o.allows(d) {
				dst = append(dst, game.NewMove(from, int(to)))
			}
		}
	}
	return dst
}

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.won() {
		return 0
	}
	return s.count()
}

func (s *State) count() int {
	var o orders
	var c chains
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	s.plan(&h, &o)
	c.find(&h, &o)
	n := c.ends
	for i := 0; i < o.n; i++ {
		n += o.list[i].steps
	}
	return n
}
