package halma

import (
	"math/bits"

	"evolab/game"
	"evolab/game/halma"
)

// shape is how the pieces of one side stand.
type shape struct {
	distance, steps, entry, aside int32 // sums over the pieces
	squared                       int32 // sum of the squared distances
	nearest, furthest             int32 // single steps to the goal's corner
	last                          int32 // the largest distance
	deep                          int32 // how far the pieces at home have gone in
	home, camp                    int32 // pieces there
}

// contacts is what stands next to the pieces of one side.
type contacts struct {
	pairs      int32 // of pieces next to each other
	lone, shut int32
	blocked    int32 // empty goal squares with no way in
}

// surroundings is what stands alone or is shut in, of both sides.
type surroundings struct {
	lone   halma.Board // pieces with no piece next to them
	shut   halma.Board // pieces with no empty square next to them
	walled halma.Board // empty squares with no empty square next to them
}

// look finds what stands alone or is shut in.
func look(occupied *halma.Board) surroundings {
	empty := occupied.Not()
	byEmpties := beside(empty)
	return surroundings{occupied.Without(beside(*occupied)), occupied.Without(byEmpties), empty.Without(byEmpties)}
}

func (sh *shape) measure(side game.Side, pieces *halma.Board) {
	sh.sum(side, pieces)
	sh.camp = count(pieces.And(halma.Camp(side)))
}

func contactsOf(side game.Side, pieces *halma.Board, around *surroundings) contacts {
	east, south := pieces.East(), pieces.South()
	c := contacts{
		lone:  count(pieces.And(around.lone)),
		pairs: count(pieces.And(east)) + count(pieces.And(south)) + count(pieces.And(east.South())) + count(east.And(south)),
	}
	if !around.shut.Empty() {
		c.shut = count(pieces.And(around.shut))
	}
	if !around.walled.Empty() {
		c.blocked = count(around.walled.And(halma.Goal(side)))
	}
	return c
}

// sum adds up what the places of the pieces say.
func (sh *shape) sum(side game.Side, pieces *halma.Board) {
	var sums, marks uint64
	said, marked := &sayings[side&1].sums, &sayings[side&1].marks
	for class := 0; class < halma.Classes; class++ {
		for rest := pieces[class]; rest != 0; rest &= rest - 1 {
			at := class<<6 | bits.TrailingZeros64(rest)
			sums += said[at&0xff]
			marks |= marked[at&0xff]
		}
	}
	sh.distance, sh.squared = field(sums, distanceAt, squaredAt), field(sums, squaredAt, stepsAt)
	sh.steps, sh.entry = field(sums, stepsAt, entryAt), field(sums, entryAt, asideAt)
	sh.aside, sh.deep = field(sums, asideAt, deepAt), field(sums, deepAt, homeAt)
	sh.home = int32(sums >> homeAt)
	steps, distances := marks&(1<<halma.Size-1), marks>>halma.Size
	sh.nearest = int32(bits.TrailingZeros64(steps | 1<<halma.Size))
	sh.furthest = int32(bits.Len64(steps|1) - 1)
	sh.last = int32(bits.Len64(distances|1) - 1)
}

func count(b halma.Board) int32 { return int32(b.Count()) }

// beside is the squares next to a square of the set, diagonals included, whether or
// not they are in the set themselves.
func beside(b halma.Board) halma.Board {
	row := b.East().Or(b.West())
	wide := row.Or(b)
	return row.Or(wide.South()).Or(wide.North())
}

// Where in a word the sums over a side's pieces are. Each has bits enough for all
// pieces, so that none overflows into the next one.
const (
	distanceAt = 0               // up to 19 times 30
	squaredAt  = distanceAt + 10 // up to 19 times 900
	stepsAt    = squaredAt + 15  // up to 19 times 15, and so for the next two
	entryAt    = stepsAt + 9
	asideAt    = entryAt + 9
	deepAt     = asideAt + 9 // up to 19 times campDepth, see makeSayings
	homeAt     = deepAt + 7  // up to 19
)

// saying is what each square contributes for a piece there, by 64 times its class
// plus its cell: what it adds to the sums, and marks of its single steps to the
// goal's corner and, above them, of its distance.
type saying struct{ sums, marks [halma.Squares]uint64 }

// sayings are those of Black and of White.
var sayings = makeSayings()

func makeSayings() (list [2]saying) {
	const campDepth = 5 // the largest distance of a goal square from the goal's corner
	for side := range list {
		for q := range halma.Squares {
			p := &places[side][q]
			deep, home := int32(0), uint64(0)
			if p.entry == 0 {
				deep, home = campDepth-p.distance, 1
			}
			at := halma.Class(q)<<6 | halma.Cell(q)
			list[side].sums[at] = uint64(p.distance)<<distanceAt | uint64(p.distance*p.distance)<<squaredAt |
				uint64(p.steps)<<stepsAt | uint64(p.entry)<<entryAt | uint64(p.aside)<<asideAt | uint64(deep)<<deepAt | home<<homeAt
			list[side].marks[at] = 1<<p.steps | 1<<(halma.Size+p.distance)
		}
	}
	return list
}

// field is the sum between two places of a word.
func field(sums uint64, at, next int) int32 { return int32(sums >> at & (1<<(next-at) - 1)) }
