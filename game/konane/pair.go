package konane

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
