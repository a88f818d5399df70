package halma

import (
	"evolab/features/pattern"
	"evolab/game/halma"
)

// Geometry has the symmetry of the diagonal between the camps; the second side
// sees the board turned by half.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: halma.Size, Cols: halma.Size, Planes: 2, Chunks: chunks, Width: classRows, Views: 2,
		Place: func(view, row, col int) int {
			if view == 1 {
				row, col = halma.Size-1-row, halma.Size-1-col
			}
			square := halma.Size*row + col
			return 64*halma.Class(square) + halma.Cell(square)
		},
		Symmetries: []pattern.Symmetry{{}, {Transpose: true}},
	}, nil
}
