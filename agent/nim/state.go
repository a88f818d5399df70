package nim

import "evolab/game"

// Counters is how many the heap has at the start.
const Counters = 21

// most is how many a side may take at once.
const most = 3

// State is a position.
type State struct {
	left uint8
	turn game.Side
}

// Turn is the side to move.
func (s *State) Turn() game.Side { return s.turn }

// Moves appends the legal moves, the smallest first. A move ends on the number
// that it takes.
func (s *State) Moves(dst []game.Move) []game.Move {
	for n := 1; n <= min(most, int(s.left)); n++ {
		dst = append(dst, game.NewMove(0, n))
	}
	return dst
}

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	dst.left, dst.turn = s.left-uint8(m.To()), s.turn.Other()
}

// Outcome is a win for the side that took the last counter.
func (s *State) Outcome() game.Outcome {
	if s.left > 0 {
		return game.Outcome{}
	}
	return game.Outcome{Result: game.Win(s.turn.Other())}
}

// Hash is the key of the position.
func (s *State) Hash() uint64 { return game.Mix(uint64(s.left), uint64(s.turn)) }
