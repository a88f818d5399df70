package halma

import (
	"evolab/game/halma"
)

// Where in a word the sums over a side's pieces are. Each has bits enough for all
// pieces, so that none overflows into the next one.
const (
	distanceAt = 0               // up to 19 times 30
	squaredAt  = distanceAt + 10 // up to 19 times 900
	stepsAt    = squaredAt + 15  // up to 19 times 15, and so for the next two
	entryAt    = stepsAt + 9
	asideAt    = entryAt + 9
	deepAt     = asideAt + 9 // up to 19 times campDepth, see makeSayings
	endAt      = deepAt + 7
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
			deep := int32(0)
			if p.entry == 0 {
				deep = campDepth - p.distance
			}
			at := halma.Class(q)<<6 | halma.Cell(q)
			list[side].sums[at] = uint64(p.distance)<<distanceAt | uint64(p.distance*p.distance)<<squaredAt |
				uint64(p.steps)<<stepsAt | uint64(p.entry)<<entryAt | uint64(p.aside)<<asideAt | uint64(deep)<<deepAt
			list[side].marks[at] = 1<<p.steps | 1<<(halma.Size+p.distance)
		}
	}
	return list
}

// field is the sum between two places of a word.
func field(sums uint64, at, next int) int32 { return int32(sums >> at & (1<<(next-at) - 1)) }
