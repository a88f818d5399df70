package tictactoe

import (
	"math/bits"

	"evolab/game"
)

// Value is the exact value of a position for the side to move under perfect
// play of both: 1 a win, 0 a draw, -1 a loss. It searches the whole game.
func Value(s *State) int { return value(s, -1, 1) }

// value is Value, exact between alpha and beta and a bound outside.
func value(s *State, alpha, beta int) int {
	if s.opp.HasLine() {
		return -1
	}
	rest := s.Empty()
	if rest == 0 {
		return 0
	}
	for ; rest != 0 && alpha < beta; rest &= rest - 1 {
		child := State{own: s.opp, opp: s.own | rest&-rest}
		alpha = max(alpha, -value(&child, -beta, -alpha))
	}
	return alpha
}

// Best appends the moves that keep the value of a position, in board order.
func Best(s *State, dst []game.Move) []game.Move {
	first, best := len(dst), -1
	if s.Outcome().Over() {
		return dst
	}
	for rest := s.Empty(); rest != 0; rest &= rest - 1 {
		m := moveTo(bits.TrailingZeros16(uint16(rest)))
		var after State
		s.Play(m, &after)
		v := -Value(&after)
		if v > best {
			best, dst = v, dst[:first]
		}
		if v == best {
			dst = append(dst, m)
		}
	}
	return dst
}
