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

// starts are the stones of a class and its ways in the order of moves: up, left,
// right, down.
type starts struct {
	own  Cells
	ways [directions]Cells
}

// stepOf is the change of a place by a jump in each direction of starts.
var stepOf = [directions]int{-Stride, -1, 1, Stride}

func (s *State) startsOf(class int, j *starts) {
	own := s.cells[class&3]
	empty := boards[s.rows][s.cols][class&3].Minus(own)
	j.own = own
	j.ways[2], j.ways[1] = s.acrossOf(class, empty)
	j.ways[3], j.ways[0] = s.alongOf(class, empty)
}

// band is the stones of some rows that can jump, a word for each direction.
type band struct{ up, left, right, down uint64 }

func (j *starts) cut(k int, b *band) (any uint64) {
	own := j.own.Band(k)
	b.up, b.left, b.right, b.down = j.ways[0].Band(k)&own, j.ways[1].Band(k)&own, j.ways[2].Band(k)&own, j.ways[3].Band(k)&own
	return b.up | b.left | b.right | b.down
}

// appendRow appends the jumps of the stones in a row of a band, which begins
// with a square.
func (j *starts) appendRow(dst []game.Move, b *band, stones uint64, first int, board game.Move) []game.Move {
	for ; stones != 0; stones &= stones - 1 {
		at := bits.TrailingZeros64(stones) & 63
		from := first + at
		for ways := b.up>>at&1 | b.left>>at&1<<1 | b.right>>at&1<<2 | b.down>>at&1<<3; ways != 0; ways &= ways - 1 {
			d := bits.TrailingZeros64(ways) & 3
			to := from + stepOf[d]
			dst = append(dst, board|game.NewMove(from, to))
			for j.ways[d].has(to & inClass) {
				to += stepOf[d]
				dst = append(dst, board|game.NewMove(from, to))
			}
		}
	}
	return dst
}

// rowOf is the row of a word that a place is in.
var rowOf = makeRowOf()

func makeRowOf() (table [64]uint64) {
	for at := range table {
		table[at] = (1<<Stride - 1) << (at / Stride * Stride)
	}
	return table
}

// Ways are the cells of one class from which a stone could jump, by direction:
// an enemy stone is next to the cell and the one behind it is empty. Whether an
// own stone stands on the cell itself is left open, so the same sets show where
// a stone that has jumped may jump again.
type Ways struct{ East, West, South, North Cells }

// WaysOf computes the ways of a class.
func (s *State) WaysOf(class int, w *Ways) {
	empty := boards[s.rows][s.cols][class&3].Minus(s.cells[class&3])
	w.East, w.West = s.acrossOf(class, empty)
	w.South, w.North = s.alongOf(class, empty)
}

// acrossOf computes the horizontal ways of a class with the given empty cells.
// The jump goes over class k^1. A cell's neighbour with the same place in that
// class is to the right of it in the even columns, and to the left in the odd
// ones.
func (s *State) acrossOf(class int, empty Cells) (east, west Cells) {
	beside := s.cells[(class^1)&3]
	if class&1 == 0 {
		return beside.And(empty.West()), beside.And(empty).East()
	}
	return beside.And(empty).West(), beside.And(empty.East())
}

// alongOf computes the vertical ways, over class k^2, in the same manner.
func (s *State) alongOf(class int, empty Cells) (south, north Cells) {
	above := s.cells[(class^2)&3]
	if class&2 == 0 {
		return above.And(empty.North()), above.And(empty).South()
	}
	return above.And(empty).North(), above.And(empty.South())
}

// CanMove reports whether a colour has any jump.
func (s *State) CanMove(c Colour) bool {
	for half := range 2 {
		class := ClassOf(c, half) & 3
		own := s.cells[class]
		empty := boards[s.rows][s.cols][class].Minus(own)
		east, west := s.acrossOf(class, empty)
		if !east.Or(west).And(own).Empty() {
			return true
		}
		south, north := s.alongOf(class, empty)
		if !south.Or(north).And(own).Empty() {
			return true
		}
	}
	return false
}

// The directions of a jump.
const (
	East = iota
	West
	South
	North
	directions
)

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.stage != jumping {
		n := 0
		for _, set := range s.removals() {
			n += set.Count()
		}
		return n
	}
	return s.Mobility(s.mover)
}

// Mobility is the number of jumps that a colour has, or would have if it were
// to move.
func (s *State) Mobility(c Colour) int {
	jumps, _ := s.Tally(c)
	return jumps
}

// To is the ways in one direction.
func (w *Ways) To(direction int) *Cells {
	switch direction {
	case East:
		return &w.East
	case West:
		return &w.West
	case South:
		return &w.South
	}
	return &w.North
}

// Step moves the cells in one direction.
func (a Cells) Step(direction int) Cells {
	switch direction {
	case East:
		return a.East()
	case West:
		return a.West()
	case South:
		return a.South()
	}
	return a.North()
}

// Tally is the number of jumps that a colour has, or would have if it were to
// move, and of its stones that can jump.
func (s *State) Tally(c Colour) (jumps, stones int) {
	if max(s.rows, s.cols) <= SmallSize {
		return s.tallySmall(c)
	}
	even, a := s.TallyClass(ClassOf(c, 0))
	odd, b := s.TallyClass(ClassOf(c, 1))
	return even + odd, a.Count() + b.Count()
}

// TallyClass is the number of jumps of a class, and its stones that can jump.
func (s *State) TallyClass(class int) (jumps int, movable Cells) {
	own := s.cells[class&3]
	empty := boards[s.rows][s.cols][class&3].Minus(own)
	toEast, toWest := s.acrossOf(class, empty)
	toSouth, toNorth := s.alongOf(class, empty)
	east, west, south, north := own.And(toEast), own.And(toWest), own.And(toSouth), own.And(toNorth)
	movable = east.Or(west).Or(south.Or(north))
	// A jump goes on from an empty cell, so from each cell at most one goes on in each
	// direction.
	allWest, allSouth, allNorth := west, south, north
	for { // over one stone, over two ...
		west, south, north = west.West().And(toWest), south.South().And(toSouth), north.North().And(toNorth)
		if west.Or(south).Or(north).Empty() {
			break
		}
		allWest, allSouth, allNorth = allWest.Or(west), allSouth.Or(south), allNorth.Or(north)
	}
	return toEast.runsEast(east).Count() + allWest.Count() + allSouth.Count() + allNorth.Count(), movable
}

// SmallSize is the largest number of rows and of columns of a board on which all
// cells of a colour fit into one word: those of the class in the even rows have
// the lower half of each row's bits, those of the other one the upper half.
const SmallSize = 8

const (
	upperHalf = Stride / 2
	// lower is the lower half of every row.
	lower uint64 = (1<<upperHalf - 1) * (1 | 1<<Stride | 1<<(2*Stride) | 1<<(3*Stride))
)

func small(even, odd Cells) uint64 { return even.lo | odd.lo<<upperHalf }

func (s *State) tallySmall(c Colour) (jumps, stones int) {
	even, odd := ClassOf(c, 0)&3, ClassOf(c, 1)&3
	board, cells := &boards[s.rows][s.cols], &s.cells
	own := small(cells[even], cells[odd])
	empty := small(board[even], board[odd]) &^ own
	// The neighbours to the right of cells in even columns have the same places as
	// these, and so have the ones to the left of cells in odd columns; likewise
	// below cells in even rows, and above those in odd rows.
	beside, above := small(cells[even^1], cells[odd^1]), small(cells[even^2], cells[odd^2])
	evenColumns := lower ^ -uint64(c)
	right, left := beside&evenColumns|beside>>1&^evenColumns, beside<<1&evenColumns|beside&^evenColumns
	below, over := above&lower|above>>Stride&^lower, above<<Stride&lower|above&^lower

	toEast, toWest, toSouth, toNorth := right&(empty>>1), left&(empty<<1), below&(empty>>Stride), over&(empty<<Stride)
	east, west, south, north := own&toEast, own&toWest, own&toSouth, own&toNorth
	stones = bits.OnesCount64(east | west | south | north)
	allWest, allSouth, allNorth := west, south, north
	for { // as in TallyClass
		west, south, north = west>>1&toWest, south<<Stride&toSouth, north>>Stride&toNorth
		if west|south|north == 0 {
			break
		}
		allWest, allSouth, allNorth = allWest|west, allSouth|south, allNorth|north
	}
	eastward := toEast &^ (toEast + east)
	return bits.OnesCount64(eastward) + bits.OnesCount64(allWest) + bits.OnesCount64(allSouth) + bits.OnesCount64(allNorth), stones
}
