package pattern

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
	// Views is 1 where both sides see the board the same way round, else 2.
	Views int
	// Place is the bit of a cell in a view, chunk*Width + bit, or -1 where no piece
	// can stand. In each view the side to move sees the board as the first side
	// does in view 0.
	Place func(view, row, col int) int
	// Symmetries map cells to equivalent cells, the identity first. They keep the cells of each side's pieces apart.
	Symmetries []Symmetry
}

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
