package pattern

import (
	"slices"
	"strings"
)

// The signs of a drawing.
const (
	OwnSign   = 'x'
	EnemySign = 'o'
	EmptySign = '.'
	NoCell    = '-' // not of the place
)

// Digits are the states of a place's cells in an entry of its table.
func (g *Geometry) Digits(entry, cells int) []int {
	digits := make([]int, cells)
	for i := range digits {
		digits[i], entry = entry%g.States(), entry/g.States()
	}
	return digits
}

// Sign draws a cell in a state, for the side to move. Where each side's pieces
// have cells of their own, the views make those with an even sum of row and
// column the mover's.
func (g *Geometry) Sign(c Cell, state int) byte {
	switch {
	case state == 0:
		return EmptySign
	case state == 2 || g.parity(c) == 1:
		return EnemySign
	}
	return OwnSign
}

// Draw puts signs on cells: the rows of the smallest rectangle that holds them,
// with a slash between them.
func Draw(cells []Cell, signs []byte) string {
	from, to := corner(cells), cells[0]
	for _, c := range cells {
		to.Row, to.Col = max(to.Row, c.Row), max(to.Col, c.Col)
	}
	rows := make([]string, 0, to.Row-from.Row+1)
	for row := from.Row; row <= to.Row; row++ {
		line := []byte(strings.Repeat(string(NoCell), to.Col-from.Col+1))
		for i, c := range cells {
			if c.Row == row {
				line[c.Col-from.Col] = signs[i]
			}
		}
		rows = append(rows, string(line))
	}
	return strings.Join(rows, "/")
}

// Seen is where on the board a cell of a view lies.
func (g *Geometry) Seen(view int, c Cell) Cell {
	bit := g.Place(view, c.Row, c.Col)
	for row := range g.Rows {
		for col := range g.Cols {
			if g.Place(0, row, col) == bit {
				return Cell{row, col}
			}
		}
	}
	return c
}

// Without lists the tables that remain without some shapes.
func (l *Layout) Without(shapes []string) (tables []int) {
	for i := range l.Tables {
		if !slices.Contains(shapes, l.Tables[i].Shape) {
			tables = append(tables, i)
		}
	}
	return tables
}
