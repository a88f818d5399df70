package halma

import (
	"evolab/game"
	"evolab/game/halma"
)

// LeastMoves is a lower bound on the own moves that a side needs to fill its goal,
// whatever the enemy does in between (0 if it is filled).
//
// A move brings in one piece at most, so there are at least as many moves as empty
// squares in the goal. If the side has to fill the goal all by itself, each parity
// class has to end with as many pieces as the goal has squares of it. Jumps stay
// within a class, so every surplus piece of a class has to step. The step may bring
// the piece in, if it stands next to the goal; every other step is one move more.
// that stands next to the goal; every other one is a move more.
func LeastMoves(s *halma.State, side game.Side) int {
	goal, pieces, enemy := halma.Goal(side), s.Pieces(side), s.Pieces(side^1)
	missing := goal.Without(pieces).Without(enemy)
	n := missing.Count()
	if held := goal.And(enemy); !held.Empty() {
		return n // the enemy's pieces there count, as long as they stay
	}
	steps := 0
	for class := 0; class < halma.Classes; class++ {
		var of halma.Board
		of[class] = ^uint64(0)
		have, want := pieces.And(of), goal.And(of)
		steps += max(0, have.Count()-want.Count())
	}
	outside := pieces.Without(goal)
	beside := outside.And(goal.Grow())
	return n + max(0, steps-beside.Count())
}
