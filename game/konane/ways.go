package konane

// Ways are the cells of one class from which a stone could jump, by direction:
// an enemy stone is next to the cell and the one behind it is empty. Whether
// an own stone stands on the cell itself is left open, so the same sets tell
// where a stone that has jumped may go on.
type Ways struct{ East, West, South, North Cells }

// WaysOf computes the ways of a class. A jump within class k goes over class
// k^1 horizontally and over k^2 vertically; on which side of a cell its
// neighbour with the same place in the class lies depends on the class.
func (s *State) WaysOf(class int, w *Ways) {
	empty := boards[s.rows][s.cols][class&3].Minus(s.cells[class&3])
	beside, above := s.cells[(class^1)&3], s.cells[(class^2)&3]
	if class&1 == 0 {
		w.East = beside.And(empty.West())
		w.West = beside.And(empty).East()
	} else {
		w.East = beside.And(empty).West()
		w.West = beside.And(empty.East())
	}
	if class&2 == 0 {
		w.South = above.And(empty.North())
		w.North = above.And(empty).South()
	} else {
		w.South = above.And(empty).North()
		w.North = above.And(empty.South())
	}
}

// CanMove tells whether a colour has any jump.
func (s *State) CanMove(c Colour) bool {
	var w Ways
	for half := range 2 {
		class := ClassOf(c, half)
		s.WaysOf(class, &w)
		if !w.East.Or(w.West).Or(w.South).Or(w.North).And(s.cells[class&3]).Empty() {
			return true
		}
	}
	return false
}
