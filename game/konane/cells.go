package konane

import "math/bits"

// A stone jumps over one neighbour at a time, so its row and its column each
// stay even or odd all game long. The cells fall into four classes by that:
// class 2*(row mod 2) + column mod 2. Black owns the stones of classes 0 and 3,
// White those of 1 and 2. A horizontal neighbour of a cell is in class k^1, a
// vertical one in class k^2, and a jump of a stone is a step to the next cell
// of its own class.
const (
	// Classes is the number of classes.
	Classes = 4
	// Stride is the distance between two rows of a class.
	Stride = MaxSize/2 + 1
	// Squares is one more than the largest square.
	Squares = Classes << classShift

	classShift = 7
	inClass    = 1<<classShift - 1
)

// Square numbers the cell at row r and column c, both from 0: bits 7 and 8 are
// its class, the bits below its place in the class.
func Square(r, c int) int {
	return (r&1<<1|c&1)<<classShift | Stride*(r>>1) + c>>1
}

// Row is the row of a square.
func Row(square int) int { return square&inClass/Stride<<1 | square>>(classShift+1)&1 }

// Col is the column of a square.
func Col(square int) int { return square&inClass%Stride<<1 | square>>classShift&1 }

// Cells is a set of cells of one class. The cell in row 2i or 2i+1 and column
// 2j or 2j+1 is bit 10i+j: a tenth, always empty column keeps the rows apart,
// so that no step carries a stone around the edge.
type Cells struct{ lo, hi uint64 }

// CellAt is the class of the cell at row r and column c, and the set of it.
func CellAt(r, c int) (class int, set Cells) {
	square := Square(r, c)
	return square >> classShift, cell(square & inClass)
}

// And returns the cells in both sets.
func (a Cells) And(b Cells) Cells { return Cells{a.lo & b.lo, a.hi & b.hi} }

// Or returns the cells in either set.
func (a Cells) Or(b Cells) Cells { return Cells{a.lo | b.lo, a.hi | b.hi} }

// Minus returns the cells of a that are not in b.
func (a Cells) Minus(b Cells) Cells { return Cells{a.lo &^ b.lo, a.hi &^ b.hi} }

// Xor returns the cells in exactly one of the sets.
func (a Cells) Xor(b Cells) Cells { return Cells{a.lo ^ b.lo, a.hi ^ b.hi} }

// East, West, South and North move every cell one step within its class: two
// columns to the right or left, two rows down or up. Cells may end beside the
// board: intersect them with a set of cells.

// East moves the cells two columns to the right.
func (a Cells) East() Cells { return Cells{a.lo << 1, a.hi<<1 | a.lo>>63} }

// West moves the cells two columns to the left.
func (a Cells) West() Cells { return Cells{a.lo>>1 | a.hi<<63, a.hi >> 1} }

// South moves the cells two rows down.
func (a Cells) South() Cells { return Cells{a.lo << Stride, a.hi<<Stride | a.lo>>(64-Stride)} }

// North moves the cells two rows up.
func (a Cells) North() Cells { return Cells{a.lo>>Stride | a.hi<<(64-Stride), a.hi >> Stride} }

// runsEast is the runs of cells to the east that begin with some cells of the set: a carry
// goes through each, and no further than the empty column beside the board.
func (a Cells) runsEast(from Cells) Cells {
	lo, hi := a.lo+from.lo, a.hi+from.hi
	if lo < a.lo {
		hi++
	}
	return Cells{a.lo &^ lo, a.hi &^ hi}
}

// Empty reports whether there is no cell in the set.
func (a Cells) Empty() bool { return a.lo|a.hi == 0 }

// Count is the number of cells in the set.
func (a Cells) Count() int { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// BandRows is how many rows of a class fit into a word.
const BandRows = 6

// Band is the cells of the first rows of a class, for 0, or of those after them,
// for 1: column 2j or 2j+1 of row i of the band is bit 10i+j.
func (a Cells) Band(k int) uint64 {
	if k == 0 {
		return a.lo & (1<<(BandRows*Stride) - 1)
	}
	return a.lo>>(BandRows*Stride) | a.hi<<(64-BandRows*Stride)
}

// cell is the set of one cell, given its place in the class.
func cell(at int) Cells {
	bit := uint64(1) << (at & 63)
	high := -(uint64(at) >> 6 & 1)
	return Cells{bit &^ high, bit & high}
}

// has reports whether the cell at a place of the class is in the set.
func (a Cells) has(at int) bool {
	word := a.lo
	if at >= 64 {
		word = a.hi
	}
	return word>>(at&63)&1 != 0
}

const (
	// MinSize and MaxSize bound the number of rows and of columns.
	MinSize = 4
	MaxSize = 18
)

// boards holds the cells of every board, by rows, columns and class.
var boards = makeBoards()

// makeBoards adds the cell in a board's last corner to the cells that it shares with
// the boards that are a row or a column smaller.
func makeBoards() (table [MaxSize + 1][MaxSize + 1][Classes]Cells) {
	for rows := 1; rows <= MaxSize; rows++ {
		for cols := 1; cols <= MaxSize; cols++ {
			b := &table[rows][cols]
			for class := range b {
				b[class] = table[rows-1][cols][class].Or(table[rows][cols-1][class])
			}
			class, last := CellAt(rows-1, cols-1)
			b[class] = b[class].Or(last)
		}
	}
	return table
}

// Rectangle returns the cells of a class between two rows and two columns, without
// the last row and column.
func Rectangle(top, left, bottom, right, class int) Cells {
	outside := boards[top][right][class].Or(boards[bottom][left][class])
	return boards[bottom][right][class].Minus(outside)
}

// Colour is the colour of a stone.
type Colour uint8

// The colours. A cell whose row and column add up to an even number starts
// with a black stone, every other one with a white stone.
const (
	Black Colour = iota
	White
)

// Other is the other colour.
func (c Colour) Other() Colour { return c ^ 1 }

// String is the colour's name.
func (c Colour) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// ColourOf is the colour of the stones that can stand on a square.
func ColourOf(square int) Colour { return ColourOfClass(square >> classShift) }

// ColourOfClass is the colour of the stones of a class.
func ColourOfClass(class int) Colour { return Colour(class&1 ^ class>>1&1) }

// ClassOf is one of the two classes of a colour's stones, for half 0 (the class
// in the even rows) and 1 (the one in the odd rows).
func ClassOf(c Colour, half int) int { return half<<1 | half ^ int(c) }

// The neighbours of a class's cells are in another class: the horizontal ones
// in class k^1, the vertical ones in class k^2. They may end beside the board.

// RightOf is the cells of class k^1 that are right beside those of class k, to
// the right.
func (a Cells) RightOf(k int) Cells {
	if k&1 == 0 {
		return a
	}
	return a.East()
}

// LeftOf is the cells of class k^1 to the left.
func (a Cells) LeftOf(k int) Cells {
	if k&1 == 0 {
		return a.West()
	}
	return a
}

// BelowOf is the cells of class k^2 right below those of class k.
func (a Cells) BelowOf(k int) Cells {
	if k&2 == 0 {
		return a
	}
	return a.South()
}

// AboveOf is the cells of class k^2 right above.
func (a Cells) AboveOf(k int) Cells {
	if k&2 == 0 {
		return a.North()
	}
	return a
}

// On a small board the two classes of a colour fit into one set of cells, so one
// operation serves both: the class in the even rows is the low word, the one in the
// odd rows the high word. Steps work on such pairs as they do on single classes: cells
// that start on the board do not reach the other word, except for places that are on
// no small board.

// PairRows is the largest number of rows of a board with pairs: a row more, and
// a step south would carry cells from one word into the other.
const PairRows = 10

// Paired reports whether the board is small enough for pairs.
func (s *State) Paired() bool { return s.rows <= PairRows }

// Pair is the classes in the even and in the odd rows in one set.
func Pair(even, odd Cells) Cells { return Cells{even.lo, odd.lo} }

// PairHalf is the class of a pair in the even rows, for half 0, or in the odd
// rows.
func (a Cells) PairHalf(half int) Cells {
	if half == 0 {
		return Cells{a.lo, 0}
	}
	return Cells{a.hi, 0}
}

// The neighbours of a pair of a colour are a pair of the other colour. Black's
// cells of the even rows and White's of the odd ones are in the even columns.

// PairRight is the cells right beside those of a pair, to the right.
func PairRight(c Colour, a Cells) Cells {
	if c == Black {
		return Cells{a.lo, a.hi << 1}
	}
	return Cells{a.lo << 1, a.hi}
}

// PairLeft is the cells beside those of a pair, to the left.
func PairLeft(c Colour, a Cells) Cells {
	if c == Black {
		return Cells{a.lo >> 1, a.hi}
	}
	return Cells{a.lo, a.hi >> 1}
}

// PairBelow is the cells right below those of a pair.
func PairBelow(a Cells) Cells { return Cells{a.hi << Stride, a.lo} }

// PairAbove is the cells right above those of a pair.
func PairAbove(a Cells) Cells { return Cells{a.hi, a.lo >> Stride} }
