package konane

import (
	"math/bits"

	"evolab/game"
)

// starts are the stones of a class and its ways in the order of moves: up, left,
// right, down.
type starts struct {
	own  Cells
	ways [directions]Cells
}

// stepOf is the change of a place by a jump in each direction of starts.
var stepOf = [directions]int{-Stride, -1, 1, Stride}

// startsOf computes the starts of a class.
func (s *State) startsOf(class int, j *starts) {
	own := s.cells[class&3]
	empty := boards[s.rows][s.cols][class&3].Minus(own)
	j.own = own
	j.ways[2], j.ways[1] = s.acrossOf(class, empty)
	j.ways[3], j.ways[0] = s.alongOf(class, empty)
}

// band is the stones of some rows that can jump, a word for each direction.
type band struct{ up, left, right, down uint64 }

// cut is band k of the class.
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
