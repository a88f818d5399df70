package features

// PatternNumbers is the tables of an evaluation and where on the board they
// read, in whole numbers.
type PatternNumbers struct {
	Form, Planes, Chunks, Width, Views int // see pattern.Geometry
	// Offsets is where each place's table begins. The places are in blocks of
	// sixteen; those that a block lacks have no cells, and read an entry of value 0.
	Offsets []int32
	// Sizes is the number of cells of each place, and Bits where they are on a
	// plane: those of all places in the first view, then in the second one. A
	// place's cell number i counts States^i.
	Sizes, Bits []int32
	Tables      [][]byte // by phase, a byte an entry, 79 above its value
}
