package pattern

import (
	"math/rand/v2"
	"slices"
)

// places lists where a shape lies: the cells of each place that pieces can
// stand on, each set of cells once, symmetric places included.
func (s *Shape) places(g *Geometry) (list [][]Cell) {
	for _, cells := range s.declared(g) {
		for _, symmetry := range g.Symmetries {
			image := make([]Cell, len(cells))
			for i, c := range cells {
				image[i] = g.Move(symmetry, c)
			}
			if !slices.ContainsFunc(list, func(other []Cell) bool { return sameSet(other, image) }) {
				list = append(list, image)
			}
		}
	}
	return list
}

func (s *Shape) declared(g *Geometry) [][]Cell {
	switch s.kind {
	case "window":
		return s.windows(g)
	case "row":
		return lines(g, g.Rows, g.Cols, func(i, j int) Cell { return Cell{i, j} })
	case "column":
		return lines(g, g.Cols, g.Rows, func(i, j int) Cell { return Cell{j, i} })
	case "cells":
		return [][]Cell{s.cells}
	}
	// A random walk moves from a cell to a neighbouring one, diagonals included, and
	// lists each cell once.
	var list [][]Cell
	r := rand.New(rand.NewPCG(s.seed, uint64(s.length)))
	for range s.walks {
		list = append(list, s.oneWalk(g, r))
	}
	return list
}

func (s *Shape) windows(g *Geometry) (list [][]Cell) {
	for row := 0; row+s.rows <= g.Rows; row += s.stepRows {
		for col := 0; col+s.cols <= g.Cols; col += s.stepCols {
			var cells []Cell
			for r := range s.rows {
				for c := range s.cols {
					cells = appendCell(cells, g, Cell{row + r, col + c})
				}
			}
			list = append(list, cells)
		}
	}
	return list
}

func lines(g *Geometry, number, length int, at func(i, j int) Cell) (list [][]Cell) {
	for i := range number {
		var cells []Cell
		for j := range length {
			cells = appendCell(cells, g, at(i, j))
		}
		list = append(list, cells)
	}
	return list
}

func appendCell(cells []Cell, g *Geometry, c Cell) []Cell {
	if !g.stands(c) {
		return cells
	}
	return append(cells, c)
}

// stands reports whether pieces can stand on a cell.
func (g *Geometry) stands(c Cell) bool {
	return c.Row >= 0 && c.Row < g.Rows && c.Col >= 0 && c.Col < g.Cols && g.Place(0, c.Row, c.Col) >= 0
}

func sameSet(a, b []Cell) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c Cell) bool { return !slices.Contains(b, c) })
}

func (s *Shape) oneWalk(g *Geometry, r *rand.Rand) (cells []Cell) {
	at := Cell{r.IntN(g.Rows), r.IntN(g.Cols)}
	// The limit ends walks on boards that have fewer cells.
	for range 1000 * s.length {
		if g.stands(at) && !slices.Contains(cells, at) {
			cells = append(cells, at)
		}
		if len(cells) == s.length {
			break
		}
		next := Cell{at.Row + r.IntN(3) - 1, at.Col + r.IntN(3) - 1}
		if next.Row >= 0 && next.Row < g.Rows && next.Col >= 0 && next.Col < g.Cols {
			at = next
		}
	}
	return cells
}
