package checkers

import "evolab/game/checkers"

// runaway is the men that no enemy piece can meet on their way to the last
// row: none stands on any square that they could reach by going forward.
func (v *side) runaway() checkers.Board {
	met := v.enemy
	for r := 1; r < checkers.Size; r++ {
		met |= (met.Shift(-v.left) | met.Shift(-v.right)) & checkers.Full()
	}
	return v.men &^ met
}

// opposition is Samuel's MOVE: with as many pieces as the enemy, the side to
// move has the move if an odd number of pieces stands in its columns.
func (v *side) opposition() int32 {
	if v.own.Count() != v.enemy.Count() {
		return 0
	}
	return 2*int32(((v.own|v.enemy)&columns[v.which]).Count()&1) - 1
}

// hunt is the sum of the distances from the own kings to the next enemy piece
// each.
func (v *side) hunt() int32 {
	var sum int32
	for rest := v.kings; rest != 0; rest &= rest - 1 {
		nearest := checkers.Size
		row, column := checkers.RowColumn(rest.First())
		for other := v.enemy; other != 0; other &= other - 1 {
			r, c := checkers.RowColumn(other.First())
			nearest = min(nearest, max(r-row, row-r, c-column, column-c))
		}
		sum += int32(nearest)
	}
	return sum
}
