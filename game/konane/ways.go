package konane

// Ways are the cells of one class from which a stone could jump, by direction:
// an enemy stone is next to the cell and the one behind it is empty. Whether an
// own stone stands on the cell itself is left open, so the same sets show where
// a stone that has jumped may jump again.
type Ways struct{ East, West, South, North Cells }

// WaysOf computes the ways of a class.
func (s *State) WaysOf(class int, w *Ways) {
	empty := boards[s.rows][s.cols][class&3].Minus(s.cells[class&3])
	w.East, w.West = s.acrossOf(class, empty)
	w.South, w.North = s.alongOf(class, empty)
}

// acrossOf computes the horizontal ways of a class with the given empty cells.
// The jump goes over class k^1. A cell's neighbour with the same place in that
// class is to the right of it in the even columns, and to the left in the odd
// ones.
func (s *State) acrossOf(class int, empty Cells) (east, west Cells) {
	beside := s.cells[(class^1)&3]
	if class&1 == 0 {
		return beside.And(empty.West()), beside.And(empty).East()
	}
	return beside.And(empty).West(), beside.And(empty.East())
}

// alongOf computes the vertical ways, over class k^2, in the same manner.
func (s *State) alongOf(class int, empty Cells) (south, north Cells) {
	above := s.cells[(class^2)&3]
	if class&2 == 0 {
		return above.And(empty.North()), above.And(empty).South()
	}
	return above.And(empty).North(), above.And(empty.South())
}

// CanMove reports whether a colour has any jump.
func (s *State) CanMove(c Colour) bool {
	for half := range 2 {
		class := ClassOf(c, half) & 3
		own := s.cells[class]
		empty := boards[s.rows][s.cols][class].Minus(own)
		east, west := s.acrossOf(class, empty)
		if !east.Or(west).And(own).Empty() {
			return true
		}
		south, north := s.alongOf(class, empty)
		if !south.Or(north).And(own).Empty() {
			return true
		}
	}
	return false
}
