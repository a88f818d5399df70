package littlego

import (
	"evolab/features/pattern"
	"evolab/game/littlego"
)

// Geometry is the board, which has no direction.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: littlego.Size, Cols: littlego.Size, Planes: 2, Chunks: littlego.Size, Width: littlego.Size, Views: 1,
		Place:      func(_, row, col int) int { return littlego.Size*row + col },
		Symmetries: pattern.AllSymmetries(),
	}, nil
}
