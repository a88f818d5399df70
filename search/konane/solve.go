package konane

import (
	"time"

	"evolab/game/konane"
	"evolab/search"
)

// Solve proves which moves win a position that is not over.
func Solve(s *konane.State, limits search.Limits, clock func() time.Duration) search.Proof {
	// A table of 128 MB at most, and less for short games and small limits.
	bits := uint(min(24, 10+s.PliesLeft()/2))
	z := NewSolver(s.Rows(), s.Cols(), limits.TableBits(bits), clock)
	proof := search.Proof{Value: -1}
	z.meter.Begin(z.Nodes, limits)
	for _, m := range s.Moves(nil) {
		s.Play(m, &z.plies[0].state)
		z.plies[0].keys = z.seen.of(&z.plies[0].state)
		won := !z.wins(0)
		if z.meter.Out {
			return search.Proof{Nodes: z.Nodes}
		}
		if won {
			proof.Value = 1
			proof.Moves = append(proof.Moves, m)
		}
	}
	proof.Known, proof.Nodes = true, z.Nodes
	return proof
}
