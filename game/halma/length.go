package halma

import (
	"math/bits"

	"evolab/game"
)

// PlyLimit is the number of plies after which the lab calls a game a draw; the
// rules have no such limit. Students' agents needed 150 to 230 plies.
const PlyLimit = 600

// PliesLeft estimates how long a game still lasts, since nothing bounds it: a side
// on its way gains two squares a move, and the last pieces take somewhat longer.
func (s *State) PliesLeft() int {
	const reserve = 20
	goal := Size - 1
	if s.turn == game.Second {
		goal = 0
	}
	far := 0
	for class := 0; class < Classes; class++ {
		for rest := s.own[class]; rest != 0; rest &= rest - 1 {
			q := SquareOf(class, bits.TrailingZeros64(rest))
			dx, dy := q%Size-goal, q/Size-goal
			far += max(dx, -dx, dy, -dy)
		}
	}
	return far + reserve
}
