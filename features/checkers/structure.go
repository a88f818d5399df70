package checkers

import "evolab/game/checkers"

// backed is the men that have no empty square behind them, so that nothing can
// jump them from ahead.
func (v *side) backed() checkers.Board {
	return v.men &^ (v.empty.Shift(v.left) | v.empty.Shift(v.right))
}

// exposed is Samuel's EXPOS: pieces with two empty squares on both sides, along
// either diagonal.
func (v *side) exposed() checkers.Board {
	return v.own & (v.empty.Shift(4)&v.empty.Shift(-4) | v.empty.Shift(5)&v.empty.Shift(-5))
}

// lone is Samuel's POLE: men without a neighbour.
func (v *side) lone() checkers.Board { return v.men &^ (v.own | v.enemy).Near() }

// gaps is Samuel's GAP, without those at the edge.
func (v *side) gaps() checkers.Board {
	return v.empty & (v.own.Shift(4)&v.own.Shift(-4) | v.own.Shift(5)&v.own.Shift(-5))
}

// holes is Samuel's HOLE.
func (v *side) holes() checkers.Board {
	a, b, c, d := v.own.Shift(4), v.own.Shift(-4), v.own.Shift(5), v.own.Shift(-5)
	return v.empty & (a&b&(c|d) | c&d&(a|b))
}
