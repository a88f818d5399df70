// Package tictactoe solves tic-tac-toe by a search of the whole rest of a game.
package tictactoe

import (
	"time"

	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/search"
)

// Value is the exact value of a position for the side to move under perfect
// play of both: 1 a win, 0 a draw, -1 a loss. It searches the whole game.
func Value(s *tictactoe.State) int {
	var z solver
	return z.value(s, -1, 1)
}

// Best appends the moves that keep the value of a position, lost or not, in
// board order; none when the game is over.
func Best(s *tictactoe.State, dst []game.Move) []game.Move {
	var z solver
	moves, _ := z.best(s, dst)
	return moves
}

// solver is one search: alpha-beta to the end of the game, at most 9 plies.
type solver struct {
	nodes, limit uint64 // positions; a limit of 0 is none
	out          bool   // the limit ended the search
}

// value is the value of a position for the side to move, exact between alpha
// and beta and a bound outside.
func (z *solver) value(s *tictactoe.State, alpha, beta int) int {
	z.nodes++
	if z.limit > 0 && z.nodes > z.limit {
		z.out = true
	}
	if s.Opp().HasLine() {
		return -1
	}
	var buffer [tictactoe.Squares]game.Move
	var child tictactoe.State
	moves := s.Moves(buffer[:0])
	if len(moves) == 0 {
		return 0
	}
	for i := 0; i < len(moves) && alpha < beta && !z.out; i++ {
		s.Play(moves[i], &child)
		alpha = max(alpha, -z.value(&child, -beta, -alpha))
	}
	return alpha
}

// best appends the moves that keep the value of a position, in board order.
func (z *solver) best(s *tictactoe.State, dst []game.Move) (moves []game.Move, value int) {
	first, value := len(dst), -1
	var child tictactoe.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		v := -z.value(&child, -1, 1)
		if v > value {
			value, dst = v, dst[:first]
		}
		if v == value {
			dst = append(dst, m)
		}
	}
	return dst, value
}

// Solve proves the value of a position that is not over. Only the limit on nodes
// counts: the longest search takes less than a millisecond, so no time is too short.
func Solve(s *tictactoe.State, limits search.Limits, _ func() time.Duration) search.Proof {
	z := solver{limit: limits.Nodes}
	moves, value := z.best(s, nil)
	if z.out {
		return search.Proof{Nodes: z.nodes}
	}
	if value < 0 {
		moves = nil
	}
	return search.Proof{Known: true, Value: value, Moves: moves, Nodes: z.nodes}
}
