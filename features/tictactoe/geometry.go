package tictactoe

import (
	"evolab/features/pattern"
	"evolab/game/tictactoe"
)

// Geometry is the board, which has no direction.
func Geometry(string) (pattern.Geometry, error) {
	const size = tictactoe.Size
	return pattern.Geometry{
		Rows: size, Cols: size, Planes: 2, Chunks: 1, Width: size * size, Views: 1,
		Place:      func(_, row, col int) int { return size*row + col },
		Symmetries: pattern.AllSymmetries(),
	}, nil
}
