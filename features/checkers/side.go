package checkers

import (
	"evolab/game"
	"evolab/game/checkers"
)

// side is the board as one side sees it. Its men go forward by left and right
// squares; the enemy's men go by the negative of these.
type side struct {
	own, enemy        checkers.Board
	men               checkers.Board
	kings, enemyKings checkers.Board
	empty             checkers.Board
	left, right       int
	which             game.Side
}

// look fills in the board as a side sees it.
func (v *side) look(which game.Side, own, enemy, kings checkers.Board) {
	v.own, v.enemy, v.men = own, enemy, own&^kings
	v.kings, v.enemyKings = own&kings, enemy&kings
	v.empty = checkers.Full() &^ (own | enemy)
	v.left, v.which = checkers.Left(which), which
	v.right = v.left + 1
}

// stepping is the set of squares that the given pieces reach by one step.
func (v *side) stepping(pieces checkers.Board, step int) checkers.Board {
	return pieces.Shift(step) & v.empty
}

// jumped is the set of enemy pieces that the given pieces can jump.
func (v *side) jumped(pieces checkers.Board, step int) checkers.Board {
	return pieces.Shift(step) & v.enemy & v.empty.Shift(-step)
}

// victims is the set of all enemy pieces that this side can jump.
func (v *side) victims() checkers.Board {
	victims := v.jumped(v.own, v.left) | v.jumped(v.own, v.right)
	if v.kings != 0 {
		victims |= v.jumped(v.kings, -v.left) | v.jumped(v.kings, -v.right)
	}
	return victims
}

// size is the number of squares of a set, as features hold it.
func size(b checkers.Board) int32 { return int32(b.Count()) }

// lead is the number of squares of one set minus those of another.
func lead(own, enemy checkers.Board) int32 { return int32(own.Count() - enemy.Count()) }
