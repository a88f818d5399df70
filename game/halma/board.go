package halma

import (
	"math/bits"

	"evolab/game"
)

const (
	// Size is the number of rows and of columns.
	Size = 16
	// Squares is the number of squares. Square (x, y) has the number 16*y+x.
	Squares = Size * Size
	// Classes is the number of parity classes.
	Classes = 4
)

// Board is a set of squares, a word for each parity class. The class of square
// (x, y) is 2*(y%2) + x%2; its bit in that word, called a cell, is
// 8*(y/2) + x/2.
type Board [Classes]uint64

// Class is the parity class of a square.
func Class(square int) int { return square>>3&2 | square&1 }

// Cell is the bit of a square within the word of its class.
func Cell(square int) int { return square>>5<<3 | square>>1&7 }

// SquareOf is the number of the square with the given class and cell.
func SquareOf(class, cell int) int {
	return (cell>>3<<1|class>>1)<<4 | (cell&7<<1 | class&1)
}

// Set adds a square.
func (b *Board) Set(square int) { b[Class(square)&3] |= 1 << Cell(square) }

// Has reports whether a square is in the set.
func (b *Board) Has(square int) bool { return b[Class(square)&3]>>(Cell(square)&63)&1 == 1 }

// Count is the number of squares in the set.
func (b *Board) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Empty reports whether the set has no square.
func (b *Board) Empty() bool { return b[0]|b[1]|b[2]|b[3] == 0 }

// And is the squares that are in both sets.
func (b Board) And(c Board) Board {
	return Board{b[0] & c[0], b[1] & c[1], b[2] & c[2], b[3] & c[3]}
}

// Or is the squares that are in at least one of the sets.
func (b Board) Or(c Board) Board {
	return Board{b[0] | c[0], b[1] | c[1], b[2] | c[2], b[3] | c[3]}
}

// Without is the squares that are in b and not in c.
func (b Board) Without(c Board) Board {
	return Board{b[0] &^ c[0], b[1] &^ c[1], b[2] &^ c[2], b[3] &^ c[3]}
}

// Not is the squares that are not in the set.
func (b Board) Not() Board { return Board{^b[0], ^b[1], ^b[2], ^b[3]} }

// The first and the last column of a class.
const (
	column0 uint64 = 0x0101010101010101
	column7 uint64 = 0x8080808080808080
)

// East is the set moved one column to the right; what leaves the board is lost.
func (b Board) East() Board {
	return Board{b[1] << 1 &^ column0, b[0], b[3] << 1 &^ column0, b[2]}
}

// West is the set moved one column to the left.
func (b Board) West() Board {
	return Board{b[1], b[0] >> 1 &^ column7, b[3], b[2] >> 1 &^ column7}
}

// South is the set moved one row down.
func (b Board) South() Board { return Board{b[2] << 8, b[3] << 8, b[0], b[1]} }

// North is the set moved one row up.
func (b Board) North() Board { return Board{b[2], b[3], b[0] >> 8, b[1] >> 8} }

// Grow is the set with all squares next to it, diagonals included.
func (b Board) Grow() Board {
	row := b.Or(b.East()).Or(b.West())
	return row.Or(row.South()).Or(row.North())
}

// Row is the squares of row y as bits by column.
func (b *Board) Row(y int) uint32 {
	class, shift := y&1<<1, y>>1<<3
	even, odd := b[class]>>shift&0xff, b[class+1]>>shift&0xff
	return uint32(spread[even]) | uint32(spread[odd])<<1
}

// spread moves bit i of a byte to bit 2*i.
var spread = makeSpread()

func makeSpread() (table [256]uint16) {
	for x := range 256 {
		for i := range 8 {
			table[x] |= uint16(x>>i&1) << (2 * i)
		}
	}
	return table
}

// The directions of a step, row by row from the top left.
const (
	northWest = iota
	north
	northEast
	west
	east
	southWest
	south
	southEast
	directions
)

// stepBy is how much a step adds to the number of a square, by direction.
var stepBy = [directions]int{-Size - 1, -Size, -Size + 1, -1, 1, Size - 1, Size, Size + 1}

// Pieces is the number of pieces of a side, and of squares of a camp.
const Pieces = 19

// camps holds the camp of Black in the top left corner and that of White, its
// point mirror.
var camps = makeCamps()

func makeCamps() (c [2]Board) {
	for y, width := range [...]int{5, 5, 4, 3, 2} {
		for x := range width {
			c[game.First].Set(Size*y + x)
			c[game.Second].Set(Squares - 1 - (Size*y + x))
		}
	}
	return c
}

// Camp is the squares on which a side starts, and which the other side has to
// fill.
func Camp(side game.Side) Board { return camps[side] }

// Goal is the squares that a side has to fill.
func Goal(side game.Side) Board { return camps[side^1] }
