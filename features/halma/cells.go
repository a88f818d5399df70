package halma

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
)

// A chunk is a row of a parity class: every second square of a row.
const (
	classRows = halma.Size / 2
	chunks    = halma.Classes * classRows
)

// show hands the pieces to patterns.
func show(s *halma.State, c *features.Chunks) {
	own, enemy := s.Own(), s.Opp()
	at := 0
	for class := range halma.Classes {
		mine, theirs := own[class], enemy[class]
		for range classRows {
			c.At[at] = uint32(mine & 255)
			c.At[chunks+at] = uint32(theirs & 255)
			mine >>= 8
			theirs >>= 8
			at++
		}
	}
	c.View = 0
	if s.Turn() == game.Second {
		c.View = 1
	}
}
