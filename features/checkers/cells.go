package checkers

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
)

// Boards are read in chunks of seven squares.
const (
	chunks     = checkers.Bits / chunkWidth
	chunkWidth = 7
)

// show hands the men to patterns; what kings are worth is for features to say.
func show(s *checkers.State, c *features.Chunks) {
	own, enemy := s.Own()&^s.Kings(), s.Opp()&^s.Kings()
	for i := range chunks {
		c.At[i] = uint32(own>>(chunkWidth*i)) & (1<<chunkWidth - 1)
		c.At[chunks+i] = uint32(enemy>>(chunkWidth*i)) & (1<<chunkWidth - 1)
	}
	c.View = 0
	if s.Turn() == game.Second {
		c.View = 1
	}
}
