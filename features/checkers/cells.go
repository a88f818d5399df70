package checkers

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
)

// Boards are read in chunks of two rows.
const (
	chunks     = checkers.Size / 2
	chunkWidth = checkers.Size
	chunkBits  = chunkWidth + 1 // a bit after every second row is no square
)

// show hands the men to patterns; the value of kings is left to features.
func show(s *checkers.State, c *features.Chunks) {
	own, enemy := s.Own()&^s.Kings(), s.Opp()&^s.Kings()
	for i := range chunks {
		c.At[i] = uint32(own>>(chunkBits*i)) & (1<<chunkWidth - 1)
		c.At[chunks+i] = uint32(enemy>>(chunkBits*i)) & (1<<chunkWidth - 1)
	}
	c.View = 0
	if s.Turn() == game.Second {
		c.View = 1
	}
}
