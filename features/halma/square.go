package halma

import (
	"evolab/game"
	"evolab/game/halma"
)

// apart is the distance between the corners of the two camps.
const apart = 2 * (halma.Size - 1)

// place is what a square means to the pieces of one side.
type place struct {
	distance int32 // columns plus rows to the corner of the goal, 0 to 30
	steps    int32 // single steps to that corner, 0 to 15
	entry    int32 // single steps to the nearest square of the goal
	aside    int32 // columns beside the diagonal between the two corners
}

// places holds the squares as Black and as White see them.
var places = makePlaces()

func makePlaces() (table [2][halma.Squares]place) {
	goal := squares(halma.Goal(game.First))
	for q := range halma.Squares {
		dx, dy := halma.Size-1-q%halma.Size, halma.Size-1-q/halma.Size
		p := place{distance: int32(dx + dy), steps: int32(max(dx, dy)), entry: halma.Size}
		p.aside = int32(max(dx-dy, dy-dx))
		for _, g := range goal {
			gx, gy := dx-(halma.Size-1-g%halma.Size), dy-(halma.Size-1-g/halma.Size)
			p.entry = min(p.entry, int32(max(gx, -gx, gy, -gy)))
		}
		table[game.First][q], table[game.Second][halma.Squares-1-q] = p, p
	}
	return table
}

func squares(b halma.Board) []int {
	var list []int
	for q := range halma.Squares {
		if b.Has(q) {
			list = append(list, q)
		}
	}
	return list
}

// The ranks of a class are its diagonals across the way: the cells of one have
// the same distance from a goal, and a jump of one column or row leads to the next
// one.
const ranks = 15

// rankOf is the rank of a cell as a side sees it.
var rankOf = makeRankOf()

func makeRankOf() (table [2][64]uint8) {
	for c := range 64 {
		rank := c&7 + c>>3
		table[game.First][c], table[game.Second][c] = uint8(rank), uint8(ranks-1-rank)
	}
	return table
}

// ahead[side][r] is the cells of a class beyond rank r; there are none from the last
// rank on, up to twice as many.
var ahead = makeAhead()

func makeAhead() (table [2][2*ranks + 2]uint64) {
	for side := range table {
		for c := range 64 {
			for r := range int(rankOf[side][c]) {
				table[side][r] |= 1 << c
			}
		}
	}
	return table
}

// nearer[side][d] is the squares less than distance d from the goal's corner.
var nearer = makeNearer()

func makeNearer() (table [2][apart + 1]halma.Board) {
	for side := range table {
		for q := range halma.Squares {
			if d := places[side][q].distance; d < apart {
				table[side][d+1].Set(q)
			}
		}
		for d := 1; d <= apart; d++ {
			table[side][d] = table[side][d].Or(table[side][d-1])
		}
	}
	return table
}

// centreSquares are the 6x6 squares in the middle.
var centreSquares = makeCentre()

func makeCentre() (b halma.Board) {
	for y := 5; y < 11; y++ {
		for x := 5; x < 11; x++ {
			b.Set(halma.Size*y + x)
		}
	}
	return b
}
