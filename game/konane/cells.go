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
