package checkers

import (
	"evolab/features/pattern"
	"evolab/game/checkers"
)

// Geometry has no symmetry but that of the colours, which the views have: White
// sees the board turned by half.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: checkers.Size, Cols: checkers.Size, Planes: 2, Chunks: chunks, Width: chunkWidth, Views: 2,
		Place: func(view, row, col int) int {
			if view == 1 {
				row, col = checkers.Size-1-row, checkers.Size-1-col
			}
			square, dark := checkers.Square(row, col)
			if !dark {
				return -1
			}
			return square/chunkBits*chunkWidth + square%chunkBits
		},
		Symmetries: []pattern.Symmetry{{}},
	}, nil
}
