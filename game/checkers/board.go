package checkers

import (
	"errors"
	"math/bits"

	"evolab/game"
)

// Board is a set of squares. The 32 dark squares are numbered in reading order
// (b8, d8, ... g1); after every second row one number, 8, 17, 26 and 35, stands
// for no square. So a step is the same distance from every square (4 or 5, up
// or down), and a step over the edge ends beside the board:
//
//	8     0   1   2   3
//	7   4   5   6   7    (8)
//	6     9  10  11  12
//	5  13  14  15  16   (17)
//	4    18  19  20  21
//	3  22  23  24  25   (26)
//	2    27  28  29  30
//	1  31  32  33  34   (35)
//	   a b c d e f g h
type Board uint64

const (
	// Size is the number of rows and of columns.
	Size = 8
	// Squares is the number of squares that pieces can stand on.
	Squares = 32
	// Bits is one more than the highest square number.
	Bits = 35
	// Pieces is the number of pieces that a side begins with.
	Pieces = 12

	pairOfRows Board = 0xff
	full             = pairOfRows | pairOfRows<<9 | pairOfRows<<18 | pairOfRows<<27
	topRow     Board = 0xf
)

// Full is the set of all 32 squares.
func Full() Board { return full }

// Square is the number of the square at row r from the top and column c from
// the left, both 0 to 7; false if it is a light one or beside the board.
func Square(r, c int) (int, bool) {
	if r < 0 || r >= Size || c < 0 || c >= Size || (r+c)&1 == 0 {
		return 0, false
	}
	return 4*r + r/2 + c/2, true
}

// RowColumn is the inverse of Square.
func RowColumn(square int) (r, c int) {
	pair, in := square/9, square%9
	r = 2*pair + in/4
	return r, 2*(in%4) + 1 - r&1
}

// At is the set of the one square at row r and column c, empty for a light one.
func At(r, c int) Board {
	square, ok := Square(r, c)
	if !ok {
		return 0
	}
	return 1 << square
}

// Row is the set of the four squares of row r from the top.
func Row(r int) Board { return topRow << (4*r + r/2) }

// Count is the number of squares in the set.
func (b Board) Count() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square number of a set that is not empty.
func (b Board) First() int { return bits.TrailingZeros64(uint64(b)) }

// The directions, in board order of the squares that they lead to.
const (
	upLeft = iota
	upRight
	downLeft
	downRight
)

// steps is the distance to the next square in each direction.
var steps = [4]int8{upLeft: -5, upRight: -4, downLeft: 4, downRight: 5}

// Shift moves every square by a number of squares, down if it is positive. Squares
// that leave the board may become other bits: intersect the result with a set of
// squares.
func (b Board) Shift(k int) Board { return Board(bits.RotateLeft64(uint64(b), k)) }

// Near is the set of squares diagonally next to a square of b.
func (b Board) Near() Board { return (b<<4 | b<<5 | b>>4 | b>>5) & full }

// Name is the name of a square by its number, as a1.
func Name(square int) string {
	r, c := RowColumn(square)
	return cell(r, c)
}

func cell(r, c int) string { return string([]byte{'a' + byte(c), '8' - byte(r)}) }

// Symbol is what stands at row r and column c: one of .bBwW.
func (s *State) Symbol(r, c int) byte {
	square := At(r, c)
	symbols := ".bw"
	if s.kings&square != 0 {
		symbols = ".BW"
	}
	switch {
	case s.Black()&square != 0:
		return symbols[1]
	case s.White()&square != 0:
		return symbols[2]
	}
	return symbols[0]
}

// AddJump is the move m with one more jump; for the first one m is 0. Whether
// it is legal has to be looked up.
func AddJump(m game.Move, from, to int) (game.Move, error) {
	n := Jumps(m)
	if n == 0 {
		m = game.Move(from)
	}
	if n == Pieces {
		return 0, errors.New("more jumps than there can be pieces")
	}
	for direction := range steps {
		step := int(steps[direction])
		between := from + step
		if from+2*step == to && between >= 0 && between < Bits && full>>between&1 == 1 {
			m = addJump(m, direction)
			return m&^(0xffff<<16) | game.Move(to)<<16, nil
		}
	}
	return 0, errors.New("no jump: it must go two squares along a diagonal")
}

// Landing is the square that jump i of a capture, counted from 0, leads to
// from the square at.
func Landing(m game.Move, at, i int) int {
	return at + 2*int(steps[m>>(routeAt+2*uint(i))&3])
}
