package littlego

import (
	"evolab/features"
	"evolab/game/littlego"
)

// show hands the stones to patterns, row by row.
func show(s *littlego.State, c *features.Chunks) {
	own, enemy := s.Own(), s.Opp()
	for i := range littlego.Size {
		c.At[i] = uint32(own>>(littlego.Stride*i)) & (1<<littlego.Size - 1)
		c.At[littlego.Size+i] = uint32(enemy>>(littlego.Stride*i)) & (1<<littlego.Size - 1)
	}
}
