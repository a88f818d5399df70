package features

// MaxChunks is the largest number of chunks that a game's boards are read in,
// those of all planes together.
const MaxChunks = 64

// MaxWidth is the largest number of bits of a chunk.
const MaxWidth = 9

// Chunks is a board as patterns read it: the chunks of the first plane, own or
// any pieces, and then those of the second one, enemy pieces.
type Chunks struct {
	At   [MaxChunks]uint32
	View int // the side that looks, 0 or 1; 0 where both see the same
	Form int // tells boards of different sizes apart; see pattern.Geometry
}
