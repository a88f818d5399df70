package tictactoe

import (
	"evolab/features"
	"evolab/game/tictactoe"
)

// show hands the marks to patterns, all squares in one chunk.
func show(s *tictactoe.State, c *features.Chunks) {
	c.At[0] = uint32(s.Own())
	c.At[1] = uint32(s.Opp())
}
