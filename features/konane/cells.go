package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

const (
	// smallSize is the largest number of rows and columns of a board of which two
	// rows of a class, four cells each, are a chunk.
	smallSize   = 8
	smallChunks = 2 // of a class
	smallRow    = smallSize / 2
	// On larger boards a chunk is one row of a class.
	chunks = konane.MaxSize / 2
)

// show hands the stones to patterns: where a stone stands says whose it is.
func show(s *konane.State, c *features.Chunks) {
	c.View, c.Form = int(s.Mover()), form(s.Rows(), s.Cols())
	if max(s.Rows(), s.Cols()) <= smallSize {
		fillSmall(s, c)
		return
	}
	at := 0
	for class := range konane.Classes {
		stones := s.Stones(class)
		low, high := stones.Band(0), stones.Band(1)
		for i := range chunks {
			if i == konane.BandRows {
				low = high
			}
			c.At[at] = uint32(low & (1<<chunks - 1))
			low >>= konane.Stride
			at++
		}
	}
}

func fillSmall(s *konane.State, c *features.Chunks) {
	const some = 1<<smallRow - 1
	for class := range konane.Classes {
		stones := s.Stones(class)
		b := stones.Band(0)
		c.At[smallChunks*class] = uint32(b&some | b>>konane.Stride&some<<smallRow)
		b >>= 2 * konane.Stride
		c.At[smallChunks*class+1] = uint32(b&some | b>>konane.Stride&some<<smallRow)
	}
}

// form tells boards apart by their size.
func form(rows, cols int) int { return 32*rows + cols }
