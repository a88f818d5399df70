package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
)

// runaway is the men that no enemy piece can meet on their way to the last
// row: none stands on any square that they could reach by going forward.
func (v *side) runaway() checkers.Board {
	met := v.enemy
	for r := 1; r < checkers.Size; r++ {
		met |= (met.Shift(-v.left) | met.Shift(-v.right)) & checkers.Full()
	}
	return v.men &^ met
}

// hunt is the sum of the distances from the own kings to the next enemy piece
// each.
func (v *side) hunt() int32 {
	var sum int32
	for rest := v.kings; rest != 0; rest &= rest - 1 {
		nearest := checkers.Size
		for other := v.enemy; other != 0; other &= other - 1 {
			nearest = min(nearest, apart(rest.First(), other.First()))
		}
		sum += int32(nearest)
	}
	return sum
}

// ring is the sum of the distances from the enemy's kings to the second nearest
// own king each: one alone never catches a king.
func (v *side) ring() int32 {
	if v.kings&(v.kings-1) == 0 {
		return 0
	}
	var sum int32
	for rest := v.enemyKings; rest != 0; rest &= rest - 1 {
		nearest, second := checkers.Size, checkers.Size
		for other := v.kings; other != 0; other &= other - 1 {
			d := apart(rest.First(), other.First())
			if d < nearest {
				nearest, second = d, nearest
			} else {
				second = min(second, d)
			}
		}
		sum += int32(second)
	}
	return sum
}

// apart is the number of steps from one square to another.
func apart(a, b int) int { return int(distances[a][b]) }

// distances holds the steps between all squares.
var distances = makeDistances()

func makeDistances() (table [checkers.Bits][checkers.Bits]uint8) {
	for a := range table {
		for b := range table[a] {
			row, column := checkers.RowColumn(a)
			r, c := checkers.RowColumn(b)
			table[a][b] = uint8(max(r-row, row-r, c-column, column-c))
		}
	}
	return table
}

// chase fills in the features that are about the pieces of the weaker side.
func chase(mine, theirs *side, v *features.Vector) {
	v[hunt], v[ring], v[refuge] = 0, 0, 0
	switch pieces := v[men] + v[kings]; {
	case pieces > 0:
		v[hunt], v[ring] = -mine.hunt(), -mine.ring()
		v[refuge] = -size(mine.enemyKings & doubleCorners)
	case pieces < 0:
		v[hunt], v[ring] = theirs.hunt(), theirs.ring()
		v[refuge] = size(mine.kings & doubleCorners)
	}
}
