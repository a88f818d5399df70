package konane

import (
	"math/bits"

	"evolab/game"
)

// A move holds the squares that it starts from and ends on, for a removal the same one
// twice. Bits 32 to 36 and 37 to 41 hold the board's rows and columns, so that a move
// can be placed on the board without its position.
const (
	rowsShift = 32
	colsShift = 37
	sizeMask  = 31
)

// move packs a move on the board of s.
func (s *State) move(from, to int) game.Move {
	return game.NewMove(from, to) | game.Move(s.rows)<<rowsShift | game.Move(s.cols)<<colsShift
}

// BoardOf is the size of the board that a move belongs to.
func BoardOf(m game.Move) (rows, cols int) {
	return int(m >> rowsShift & sizeMask), int(m >> colsShift & sizeMask)
}

// Moves appends the legal moves: by the cell that they start from, row by row
// from the top left, then by direction (up, left, right, down), short jumps
// first.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.stage != jumping {
		return s.appendRemovals(dst)
	}
	var even, odd starts
	evenClass, oddClass := ClassOf(s.mover, 0), ClassOf(s.mover, 1)
	s.startsOf(evenClass, &even)
	s.startsOf(oddClass, &odd)
	board := s.move(0, 0)
	for k := 0; k*2*BandRows < int(s.rows); k++ {
		var a, b band
		inEven, inOdd := even.cut(k, &a), odd.cut(k, &b)
		at := k * BandRows * Stride
		for inEven|inOdd != 0 {
			row := rowOf[bits.TrailingZeros64(inEven|inOdd)&63]
			dst = even.appendRow(dst, &a, inEven&row, evenClass<<classShift+at, board)
			dst = odd.appendRow(dst, &b, inOdd&row, oddClass<<classShift+at, board)
			inEven, inOdd = inEven&^row, inOdd&^row
		}
	}
	return dst
}
