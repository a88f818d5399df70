package konane

import (
	"math/bits"

	"evolab/game"
)

// A move holds the squares that it starts from and ends on, the same one twice
// for a removal. Bits 32 to 36 and 37 to 41 hold the board's rows and columns,
// so that a move can be placed on the board without its position.
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
	var ways [2]Ways
	var movers [2]Cells
	for half := range 2 {
		class, w := ClassOf(s.mover, half), &ways[half]
		s.WaysOf(class, w)
		movers[half] = w.East.Or(w.West).Or(w.South).Or(w.North).And(s.cells[class&3])
	}
	for at := 0; !movers[0].Or(movers[1]).Empty(); at += Stride {
		for half := range 2 {
			class := ClassOf(s.mover, half)
			for row := movers[half].Top(); row != 0; row &= row - 1 {
				dst = s.appendJumps(dst, &ways[half], class, at+firstBit(row))
			}
			movers[half] = movers[half].North()
		}
	}
	return dst
}

func firstBit(row uint32) int { return bits.TrailingZeros32(row) }

// appendJumps appends the jumps of the stone at a place of a class.
func (s *State) appendJumps(dst []game.Move, w *Ways, class, at int) []game.Move {
	from := class<<classShift | at
	for to := at; w.North.has(to); {
		to -= Stride
		dst = append(dst, s.move(from, class<<classShift|to))
	}
	for to := at; w.West.has(to); {
		to--
		dst = append(dst, s.move(from, class<<classShift|to))
	}
	for to := at; w.East.has(to); {
		to++
		dst = append(dst, s.move(from, class<<classShift|to))
	}
	for to := at; w.South.has(to); {
		to += Stride
		dst = append(dst, s.move(from, class<<classShift|to))
	}
	return dst
}
