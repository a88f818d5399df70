// Package pattern lays out n-tuples on a board: which cells each of them looks
// at, which of them share a table of weights, and which entry of the table an
// arrangement of pieces has. A search does not use it: package features looks
// the tables up.
package pattern

import (
	"cmp"
	"slices"
	"strings"
)

// Geometry is what patterns need to know about a board.
type Geometry struct {
	Rows, Cols int
	// Form identifies the board among the game's boards of different sizes.
	Form int
	// Planes is 2 where a cell is empty, own or enemy, and 1 where it is just empty or
	// not, because the cell implies whose piece it is.
	Planes int
	// Chunks is the number of parts in which a plane is read, and Width the number
	// of bits of each.
	Chunks, Width int
	// LineBits is how many bits of a chunk are a line, if it holds several; 0: it is one.
	// Places are put in order by their lines.
	LineBits int
	// Views is 1 where both sides see the board the same way round, else 2.
	Views int
	// Place is the bit of a cell in a view, chunk*Width + bit, or -1 where no piece
	// can stand. In each view the side to move sees the board as the first side
	// does in view 0.
	Place func(view, row, col int) int
	// Symmetries map cells to equivalent cells, the identity first. They keep the cells of each side's pieces apart.
	Symmetries []Symmetry
}

// Line is the line of a cell in view 0.
func (g *Geometry) Line(c Cell) int { return g.Place(0, c.Row, c.Col) / cmp.Or(g.LineBits, g.Width) }

// Symmetry is one of the eight symmetries of a square: first the board is
// transposed, then its rows and columns are reversed.
type Symmetry struct{ Transpose, Rows, Cols bool }

// States is the number of states of a cell.
func (g *Geometry) States() int { return g.Planes + 1 }

// Move is the cell to which a symmetry moves a cell.
func (g *Geometry) Move(s Symmetry, c Cell) Cell {
	if s.Transpose {
		c.Row, c.Col = c.Col, c.Row
	}
	if s.Rows {
		c.Row = g.Rows - 1 - c.Row
	}
	if s.Cols {
		c.Col = g.Cols - 1 - c.Col
	}
	return c
}

// Cell is a cell of the board; row 0 is at the top, column 0 at the left.
type Cell struct{ Row, Col int }

// AllSymmetries are those of a square board without a direction.
func AllSymmetries() (list []Symmetry) {
	for i := range 8 {
		list = append(list, Symmetry{Transpose: i&4 != 0, Rows: i&2 != 0, Cols: i&1 != 0})
	}
	return list
}

// parity is 0 or 1 where only one side's pieces can stand on a cell, and 0 where
// either's can.
func (g *Geometry) parity(c Cell) int {
	if g.Planes == 1 {
		return (c.Row + c.Col) & 1
	}
	return 0
}

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
