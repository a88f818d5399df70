package features

import "evolab/game"

// Tactics is what the baselines of a game look at. None of it belongs to the
// evaluation that is tuned.
type Tactics[S comparable] struct {
	// Gain is what the side to move gains at once by the legal move m.
	Gain func(s *S, m game.Move) int
	// Most is the largest Gain of a move, if that is faster to find than by trying all
	// moves; else nil. Then no Gain is negative.
	Most func(s *S) int
	// Falls says that each move lowers the Leaf of the other side by its Gain, and that
	// nothing else does.
	Falls bool
	// AtOnce makes the baseline aggressive take the largest immediate gain, if
	// there is any, instead of looking at pairs of moves.
	AtOnce bool
	// Leaf is the value of a position for a side, in the unit of Gain, at the
	// baseline alphabeta's search depth.
	Leaf func(s *S, side game.Side) int
	// Material is own minus enemy pieces, or what stands for them.
	Material func(s *S, side game.Side) int
	// Reference is what the graders' reference opponent compares at its search
	// depth; nil: Material.
	Reference func(s *S, side game.Side) int
	// Centre is the squared distance from the board's centre to the square on which m
	// ends, in any fixed unit.
	Centre func(m game.Move) int
	// Skip writes s to dst with the other side to move, as if the side to move
	// passed; false if the game is then over.
	Skip func(s, dst *S) bool
}
