package konane

const (
	// MinSize and MaxSize bound the number of rows and of columns.
	MinSize = 4
	MaxSize = 18
)

// boards holds the cells of every board, by rows, columns and class.
var boards = makeBoards()

// makeBoards adds the cell in a board's last corner to the cells that it shares with
// the boards that are a row or a column smaller.
func makeBoards() (table [MaxSize + 1][MaxSize + 1][Classes]Cells) {
	for rows := 1; rows <= MaxSize; rows++ {
		for cols := 1; cols <= MaxSize; cols++ {
			b := &table[rows][cols]
			for class := range b {
				b[class] = table[rows-1][cols][class].Or(table[rows][cols-1][class])
			}
			class, last := CellAt(rows-1, cols-1)
			b[class] = b[class].Or(last)
		}
	}
	return table
}

// Rectangle returns the cells of a class between two rows and two columns, without
// the last row and column.
func Rectangle(top, left, bottom, right, class int) Cells {
	outside := boards[top][right][class].Or(boards[bottom][left][class])
	return boards[bottom][right][class].Minus(outside)
}

// Colour is the colour of a stone.
type Colour uint8

// The colours. A cell whose row and column add up to an even number starts
// with a black stone, every other one with a white stone.
const (
	Black Colour = iota
	White
)

// Other is the other colour.
func (c Colour) Other() Colour { return c ^ 1 }

// String is the colour's name.
func (c Colour) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// ColourOf is the colour of the stones that can stand on a square.
func ColourOf(square int) Colour { return ColourOfClass(square >> classShift) }

// ColourOfClass is the colour of the stones of a class.
func ColourOfClass(class int) Colour { return Colour(class&1 ^ class>>1&1) }

// ClassOf is one of the two classes of a colour's stones, for half 0 (the class
// in the even rows) and 1 (the one in the odd rows).
func ClassOf(c Colour, half int) int { return half<<1 | half ^ int(c) }
