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
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	o := s.plan(&h)
	for y := 0; y < Size; y++ {
		for row := s.own.Row(y); row != 0; row &= row - 1 {
			from := Size*y + bits.TrailingZeros32(row)
			if ends := o.endsOf(from); ends != nil {
				dst = o.appendSteps(dst, ends, from)
				dst = o.appendJumps(dst, &h, ends, from)
			}
		}
	}
	return dst
}

// endsOf is where the orders let the piece of a square go, nil if nowhere.
func (o *orders) endsOf(square int) *Board {
	for i := 0; i < o.n; i++ {
		if o.list[i].pieces.Has(square) {
			return &o.list[i].ends
		}
	}
	return nil
}

func (o *orders) appendSteps(dst []game.Move, ends *Board, from int) []game.Move {
	for d, to := range stepTo[from] {
		if to != off && ends.Has(int(to)) && o.allows(d) {
			dst = append(dst, game.NewMove(from, int(to)))
		}
	}
	return dst
}

func (o *orders) appendJumps(dst []game.Move, h *Hops, ends *Board, from int) []game.Move {
	class := Class(from)
	for cells := o.jumps(h, ends, class, Cell(from)); cells != 0; cells &= cells - 1 {
		dst = append(dst, game.NewMove(from, SquareOf(class, bits.TrailingZeros64(cells))))
	}
	return dst
}
