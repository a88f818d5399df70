package search

import "evolab/game"

// Proof is the exact value of a position that is not over.
type Proof struct {
	Known bool // the limits were enough
	// Value is +1 for a win of the side to move, 0 for a draw, -1 for a loss.
	Value int
	Moves []game.Move // all that keep the value; none for a loss
	Nodes uint64
}
