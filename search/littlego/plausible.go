package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
)

// choices are the moves that a player may think of, the most plausible first.
type choices struct {
	n       int
	total   int32 // of the weights
	moves   [32]game.Move
	weights [32]int32
}

// list fills in the legal moves, the pass only if no stone can be placed.
func (c *choices) list(s *littlego.State) {
	// A player who knows nothing of proofs still looks at the board: it captures,
	// saves its stones and keeps their liberties. So the better a move is judged by
	// the position after it, the more it counts: each step below the best halves
	// its weight.
	const plausible = int32(1 << 8) // the weight of the best judged move
	const step = int32(12)          // of judge: one liberty and a stone
	var child littlego.State
	c.n, c.total = 0, 0
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		m := game.Move(first(legal)) << 16
		s.Play(m, &child)
		c.add(m, judge(&child))
	}
	if c.n == 0 {
		c.add(littlego.Pass, 0)
	}
	best := c.weights[0]
	for i := range c.n {
		c.weights[i] = max(plausible>>min((best-c.weights[i])/step, 8), 1)
		c.total += c.weights[i]
	}
}

// add puts a move before those that are judged worse.
func (c *choices) add(m game.Move, judged int32) {
	i := c.n
	for ; i > 0 && c.weights[i-1] < judged; i-- {
		c.moves[i], c.weights[i] = c.moves[i-1], c.weights[i-1]
	}
	c.moves[i], c.weights[i] = m, judged
	c.n++
}

// allowPass adds the pass to the placements, as the last of all.
func (c *choices) allowPass() {
	if c.moves[0] != littlego.Pass {
		c.moves[c.n], c.weights[c.n] = littlego.Pass, 1
		c.n++
	}
}

// Plausible calls visit for all legal moves, with how plausible each of them is,
// in parts of 1. A pass is as plausible as the least likely placement.
func Plausible(s *littlego.State, visit func(m game.Move, part float64)) {
	var c choices
	c.list(s)
	least, total := float64(c.weights[c.n-1]), float64(c.total)
	if c.moves[0] == littlego.Pass {
		visit(littlego.Pass, 1)
		return
	}
	for i := range c.n {
		visit(c.moves[i], float64(c.weights[i])/(total+least))
	}
	visit(littlego.Pass, least/(total+least))
}
