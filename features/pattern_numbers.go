package features

// PatternNumbers is the tables of an evaluation and where on the board they
// read, in whole numbers.
type PatternNumbers struct {
	Form, Planes, Chunks, Width, Views int // see pattern.Geometry
	// Offsets is where each place's table begins, and Spare an entry of value 0
	// that places which do not exist read.
	Offsets []int32
	Spare   int32
	Links   []Link   // by block, bit and place
	Tables  []string // by phase, a character an entry, 79 above its value
}

// Link is what a piece adds to the index of a place: Bit counts those of a plane,
// Place is the place's number within its block of sixteen, and blocks of the
// second view follow those of the first.
type Link struct{ Block, Bit, Place, Power int32 }
