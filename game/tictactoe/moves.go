package tictactoe

import (
	"math/bits"

	"evolab/game"
)

// Moves appends the legal moves row by row from the top left. A move ends on
// the square that it marks; it has no start.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.Outcome().Over() {
		return dst
	}
	for rest := s.Empty(); rest != 0; rest &= rest - 1 {
		dst = append(dst, moveTo(bits.TrailingZeros16(uint16(rest))))
	}
	return dst
}

func moveTo(square int) game.Move { return game.NewMove(0, square) }

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	at := m.To()
	own, opp := s.opp, s.own|1<<at
	dst.hash = s.hash ^ keys[s.Turn()][at]
	dst.own, dst.opp = own, opp
}

// Outcome is a win for the side that has three in a row, or a draw when the
// board is full.
func (s *State) Outcome() game.Outcome {
	switch {
	case s.opp.HasLine():
		return game.Outcome{Result: game.Win(s.Turn().Other())}
	case s.Empty() == 0:
		return game.Outcome{Result: game.Draw}
	}
	return game.Outcome{}
}
