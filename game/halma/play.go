package halma

import "evolab/game"

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	from, to := int(m&0xff), int(m>>16&0xff)
	side := s.turn & 1
	hash := s.hash ^ keys.turn ^ keys.piece[side][from] ^ keys.piece[side][to]
	own, opp := s.opp, s.own
	opp[Class(from)&3] &^= 1 << (Cell(from) & 63)
	opp[Class(to)&3] |= 1 << (Cell(to) & 63)
	dst.own, dst.opp = own, opp
	dst.hash, dst.turn, dst.variant = hash, side^1, s.variant
}

// Skip writes to dst the position with the other side to move, which no move of
// the game does.
func (s *State) Skip(dst *State) {
	own, opp := s.opp, s.own // dst may be s
	dst.own, dst.opp, dst.hash = own, opp, s.hash^keys.turn
	dst.turn, dst.variant = s.turn^1, s.variant
}

// Outcome is a win for the side that has just filled its goal. The assignment
// does not say what happens to a side that has no legal move, such as one whose
// camp pieces could only move back and whose others are walled in: here it
// loses.
func (s *State) Outcome() game.Outcome {
	if s.won() || !s.canMove() {
		return game.Outcome{Result: game.Win(s.turn.Other())}
	}
	return game.Outcome{}
}

// won reports whether the side that moved last has won.
func (s *State) won() bool { return s.arrived(s.turn ^ 1) }

// arrived reports whether no square of a side's goal is empty, with at least one
// piece of the side among those there.
func (s *State) arrived(side game.Side) bool {
	goal := &camps[side&1^1]
	occupied := s.own.Or(s.opp)
	if missing := goal.Without(occupied); !missing.Empty() {
		return false
	}
	pieces := s.Pieces(side)
	there := pieces.And(*goal)
	return !there.Empty()
}

// canMove reports whether the side to move has a legal move. There is one if a
// piece can step to a square outside its camp: pieces in the camp do so first,
// and the others are free once none of those can move. Usually some piece can
// in the first direction that is tried.
func (s *State) canMove() bool {
	walkers := s.own.Without(camps[s.turn&1^1])
	ends := s.own.Or(s.opp).Or(camps[s.turn&1]).Not()
	steps := walkers.East().And(ends)
	if steps.Empty() {
		steps = walkers.Grow().And(ends)
	}
	return !steps.Empty() || s.count() > 0
}
