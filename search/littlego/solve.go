package littlego

import (
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// solveBits gives the table of a long proof 512 MB at most; it is no larger
// than the proof needs.
const solveBits = 26

// Solve tells which moves win, in board order. Known is false when the limits
// were not enough, and for variants in which passes do not end the game.
func Solve(s *littlego.State, limits search.Limits, clock func() time.Duration) (moves []game.Move, nodes uint64, known bool) {
	if !s.TwoPassesEnd() {
		return nil, 0, false
	}
	bits := min(solveBits, max(10, 2*(littlego.LastPly-s.Ply())-10))
	z := NewSolver(uint(bits), clock)
	moves, known = z.Winning(s, limits, nil)
	return moves, z.Nodes, known
}
