package checkers

import "evolab/game/checkers"

// moves is what the pieces of a side could do if there were no captures.
type moves struct {
	steps, safe int32
	reach       checkers.Board // squares that a step leads to
	stuckMen    int32
}

// danger is the set of squares next to an enemy piece with an empty square
// behind: what stands there can be jumped.
func (v *side) danger() checkers.Board {
	danger := v.enemy.Shift(-v.left)&v.empty.Shift(v.left) | v.enemy.Shift(-v.right)&v.empty.Shift(v.right)
	if v.enemyKings != 0 {
		danger |= v.enemyKings.Shift(v.left)&v.empty.Shift(-v.left) | v.enemyKings.Shift(v.right)&v.empty.Shift(-v.right)
	}
	return danger
}

func (v *side) moves() moves {
	var m moves
	danger := v.danger()
	v.walk(&m, v.own, v.left, danger)
	v.walk(&m, v.own, v.right, danger)
	m.stuckMen = size(v.men &^ (v.empty.Shift(-v.left) | v.empty.Shift(-v.right)))
	if v.kings != 0 {
		v.walk(&m, v.kings, -v.left, danger)
		v.walk(&m, v.kings, -v.right, danger)
	}
	return m
}

// walk adds the steps of some pieces in one direction.
func (v *side) walk(m *moves, pieces checkers.Board, step int, danger checkers.Board) {
	to := v.stepping(pieces, step)
	m.steps += size(to)
	m.safe += size(v.unharmed(to, step, danger))
	m.reach |= to
}

// unharmed is the squares that a step leads to safely. It leaves an empty square
// behind, so an enemy piece straight ahead could jump the piece that has moved.
func (v *side) unharmed(to checkers.Board, step int, danger checkers.Board) checkers.Board {
	ahead := v.enemy // the pieces that can move by -step
	if -step == v.left || -step == v.right {
		// The way own men move: of the enemy's pieces, only kings do.
		ahead = v.enemyKings
	}
	return to &^ danger &^ ahead.Shift(-step)
}

// trapped is the number of kings that can neither jump nor make a safe step.
func (v *side) trapped() int32 {
	if v.kings == 0 {
		return 0
	}
	danger := v.danger()
	free := v.free(v.left, danger) | v.free(v.right, danger) | v.free(-v.left, danger) | v.free(-v.right, danger)
	jumping := v.jumpFrom(v.left) | v.jumpFrom(v.right) | v.jumpFrom(-v.left) | v.jumpFrom(-v.right)
	return size(v.kings &^ free &^ jumping)
}

// free is the kings that a step is safe for.
func (v *side) free(step int, danger checkers.Board) checkers.Board {
	return v.unharmed(v.stepping(v.kings, step), step, danger).Shift(-step)
}

// jumpFrom is the set of squares from which a piece could jump by a step.
func (v *side) jumpFrom(step int) checkers.Board {
	return v.enemy.Shift(-step) & v.empty.Shift(-2*step)
}

// threats is the number of squares within reach from which a man could jump.
func (v *side) threats(reach checkers.Board) int32 {
	return size(reach & (v.jumpFrom(v.left) | v.jumpFrom(v.right)))
}

// exchange is the number of steps that offer a man to an enemy piece ahead of
// it and get that piece back by a man: Samuel's EXCH, for men.
func (v *side) exchange() int32 {
	return v.offers(v.left, v.left) + v.offers(v.left, v.right) + v.offers(v.right, v.left) + v.offers(v.right, v.right)
}

// offers counts the exchanges in which the man steps by step and is jumped by
// an enemy that comes from the square at the distance ahead.
func (v *side) offers(step, ahead int) int32 {
	offered := v.stepping(v.men, step) & v.enemy.Shift(-ahead)
	// The enemy lands behind the man, which is where it came from if it is met
	// straight on.
	if step != ahead {
		offered &= v.empty.Shift(ahead)
	}
	landing := offered.Shift(-ahead)
	// A man behind the landing square jumps back: straight on, over the square
	// that the offered man has left, or sideways onto an empty one.
	aside := v.left + v.right - ahead
	back := v.men.Shift(ahead) | v.men.Shift(aside)&v.empty.Shift(-aside)
	return size(landing & back)
}
