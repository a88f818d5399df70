package konane

import "math/bits"

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
	for more := !movable.Empty(); more; more = !east.Or(west).Or(south.Or(north)).Empty() { // over one stone, over two ...
		jumps += east.Count() + west.Count() + south.Count() + north.Count()
		east, west = east.East().And(toEast), west.West().And(toWest)
		south, north = south.South().And(toSouth), north.North().And(toNorth)
	}
	return jumps, movable
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

// small is such a word.
func small(even, odd Cells) uint64 { return even.lo | odd.lo<<upperHalf }

// tallySmall is Tally on a small board.
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
	for east|west|south|north != 0 { // over one stone, over two ...
		jumps += bits.OnesCount64(east) + bits.OnesCount64(west) + bits.OnesCount64(south) + bits.OnesCount64(north)
		east, west, south, north = east<<1&toEast, west>>1&toWest, south<<Stride&toSouth, north>>Stride&toNorth
	}
	return jumps, stones
}
