package littlego

import "math/bits"

// Board is a set of points. Point (row, column) is bit 6*row+column: a sixth,
// always empty column keeps the rows apart, so that a shift never carries a
// stone around the edge.
type Board uint32

const (
	// Size is the number of rows and of columns.
	Size = 5
	// Points is the number of points of the board.
	Points = Size * Size
	// Stride is the distance between the bits of two rows.
	Stride = Size + 1
	// Bits is one more than the highest bit in use.
	Bits = Stride*Size - 1

	full Board = 0x1f | 0x1f<<Stride | 0x1f<<(2*Stride) | 0x1f<<(3*Stride) | 0x1f<<(4*Stride)
)

// Full is the set of all 25 points.
func Full() Board { return full }

// At is the set of the one point at row r and column c, both 0 to 4.
func At(r, c int) Board { return 1 << (Stride*r + c) }

// Count is the number of points in the set.
func (b Board) Count() int { return bits.OnesCount32(uint32(b)) }

// Grow returns the points next to a point of b. It may set bits beside the
// board: intersect it with a set of points.
func (b Board) Grow() Board { return b<<1 | b>>1 | b<<Stride | b>>Stride }

// Flood returns the points of within that are connected to seed inside
// within; seed must be a subset of within.
func (b Board) Flood(within Board) Board {
	for {
		next := b | b.Grow()&within
		if next == b {
			return b
		}
		b = next
	}
}

// first is the index of the lowest bit of a set that is not empty.
func (b Board) first() int { return bits.TrailingZeros32(uint32(b)) }
