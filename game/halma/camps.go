package halma

import "evolab/game"

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
