package konane

// The neighbours of a class's cells are in another class: the horizontal ones
// in class k^1, the vertical ones in class k^2. They may end beside the board.

// RightOf is the cells of class k^1 that are right beside those of class k, to
// the right.
func (a Cells) RightOf(k int) Cells {
	if k&1 == 0 {
		return a
	}
	return a.East()
}

// LeftOf is the cells of class k^1 to the left.
func (a Cells) LeftOf(k int) Cells {
	if k&1 == 0 {
		return a.West()
	}
	return a
}

// BelowOf is the cells of class k^2 right below those of class k.
func (a Cells) BelowOf(k int) Cells {
	if k&2 == 0 {
		return a
	}
	return a.South()
}

// AboveOf is the cells of class k^2 right above.
func (a Cells) AboveOf(k int) Cells {
	if k&2 == 0 {
		return a.North()
	}
	return a
}
