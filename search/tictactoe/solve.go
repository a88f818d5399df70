package tictactoe

import (
	"evolab/game"
	"evolab/game/tictactoe"
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
