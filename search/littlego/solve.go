package littlego

import (
	"time"

	"evolab/game/littlego"
	"evolab/search"
)

// Solve proves which moves win, in board order. Variants in which passes do not
// end the game are given up without a node.
func Solve(s *littlego.State, limits search.Limits, clock func() time.Duration) search.Proof {
	// solveBits gives the table of a long proof 512 MB at most; it is no larger
	// than the proof needs, or than its limits let it fill.
	const solveBits = 26
	if !s.TwoPassesEnd() {
		return search.Proof{}
	}
	bits := uint(min(solveBits, max(10, 2*(littlego.LastPly-s.Ply())-10)))
	z := NewSolver(limits.TableBits(bits), clock)
	moves, known := z.Winning(s, limits, nil)
	value := -1
	if len(moves) > 0 {
		value = 1
	}
	return search.Proof{Known: known, Value: value, Moves: moves, Nodes: z.Nodes}
}
