package konane

import (
	"fmt"

	"evolab/features/pattern"
	"evolab/game/konane"
)

// Geometry is the board of a variant. A symmetry keeps the cells of each colour
// apart; where White is to move the board is mirrored, which brings its stones
// to the cells of Black's.
func Geometry(variant string) (pattern.Geometry, error) {
	s, err := konane.Start(variant)
	if err != nil {
		return pattern.Geometry{}, err
	}
	rows, cols := s.Rows(), s.Cols()
	if rows%2 != 0 && cols%2 != 0 {
		return pattern.Geometry{}, fmt.Errorf("a board of %dx%d has no symmetry between the colours (allowed: an even number of rows or of columns)", rows, cols)
	}
	g := pattern.Geometry{
		Rows: rows, Cols: cols, Form: form(rows, cols), Planes: 1, Chunks: konane.Classes * chunks, Width: chunks, Views: 2,
		Place:      func(view, row, col int) int { return bigBit(mirrored(view, row, col, rows, cols)) },
		Symmetries: symmetries(rows, cols),
	}
	if max(rows, cols) <= smallSize {
		g.Chunks, g.Width = konane.Classes*smallChunks, 2*smallRow
		g.Place = func(view, row, col int) int { return smallBit(mirrored(view, row, col, rows, cols)) }
	}
	return g, nil
}

// mirrored is the cell that a view sees at a row and a column.
func mirrored(view, row, col, rows, cols int) (int, int) {
	switch {
	case view == 0:
		return row, col
	case cols%2 == 0:
		return row, cols - 1 - col
	}
	return rows - 1 - row, col
}

// bigBit and smallBit are where a cell is in the chunks of show.
func bigBit(row, col int) int {
	class, _ := konane.CellAt(row, col)
	return (class*chunks+row/2)*chunks + col/2
}

func smallBit(row, col int) int {
	class, _ := konane.CellAt(row, col)
	return (class*smallChunks+row/4)*2*smallRow + row/2%2*smallRow + col/2
}

// symmetries are those that move no cell to one of the other colour.
func symmetries(rows, cols int) (list []pattern.Symmetry) {
	g := pattern.Geometry{Rows: rows, Cols: cols}
	for _, s := range pattern.AllSymmetries() {
		if s.Transpose && rows != cols {
			continue
		}
		if c := g.Move(s, pattern.Cell{}); (c.Row+c.Col)%2 == 0 {
			list = append(list, s)
		}
	}
	return list
}
