package konane

const (
	// MinSize and MaxSize bound the number of rows and of columns.
	MinSize = 4
	MaxSize = 18
)

// boards holds the cells of every board, by rows, columns and class.
var boards = makeBoards()

func makeBoards() (table [MaxSize + 1][MaxSize + 1][Classes]Cells) {
	for rows := MinSize; rows <= MaxSize; rows++ {
		for cols := MinSize; cols <= MaxSize; cols++ {
			b := &table[rows][cols]
			for r := range rows {
				for c := range cols {
					square := Square(r, c)
					class := square >> classShift
					b[class] = b[class].Or(cell(square & inClass))
				}
			}
		}
	}
	return table
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
