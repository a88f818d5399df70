package konane

// The directions of a jump.
const (
	East = iota
	West
	South
	North
	directions
)

// jumps are the jumps of a colour.
type jumps struct {
	ways [2]Ways
	// first holds the stones that can jump, by class and direction: east,
	// west, south and north of the class in the even rows, then of the other.
	first [2 * directions]Cells
	more  bool // some can jump over a second stone
}

// jumpsOf computes the jumps of a colour.
func (s *State) jumpsOf(c Colour, j *jumps) {
	var more Cells
	for half := range 2 {
		class, w := ClassOf(c, half), &j.ways[half]
		s.WaysOf(class, w)
		own := s.cells[class&3]
		east, west := own.And(w.East), own.And(w.West)
		south, north := own.And(w.South), own.And(w.North)
		at := half * directions
		j.first[at], j.first[at+1], j.first[at+2], j.first[at+3] = east, west, south, north
		more = more.Or(east.East().And(w.East)).Or(west.West().And(w.West))
		more = more.Or(south.South().And(w.South)).Or(north.North().And(w.North))
	}
	j.more = !more.Empty()
}

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.stage != jumping {
		n := 0
		for _, set := range s.removals() {
			n += set.Count()
		}
		return n
	}
	return s.Mobility(s.mover)
}

// Mobility is the number of jumps that a colour has, or would have if it were
// to move.
func (s *State) Mobility(c Colour) int {
	var j jumps
	s.jumpsOf(c, &j)
	n := 0
	for i := range j.first {
		n += j.first[i].Count()
	}
	if j.more {
		n += j.long()
	}
	return n
}

// long is the number of jumps over two stones and more.
func (j *jumps) long() int {
	n := 0
	for half := range 2 {
		w, at := &j.ways[half], half*directions
		for m := j.first[at].East().And(w.East); !m.Empty(); m = m.East().And(w.East) {
			n += m.Count()
		}
		for m := j.first[at+1].West().And(w.West); !m.Empty(); m = m.West().And(w.West) {
			n += m.Count()
		}
		for m := j.first[at+2].South().And(w.South); !m.Empty(); m = m.South().And(w.South) {
			n += m.Count()
		}
		for m := j.first[at+3].North().And(w.North); !m.Empty(); m = m.North().And(w.North) {
			n += m.Count()
		}
	}
	return n
}

// To is the ways in one direction.
func (w *Ways) To(direction int) *Cells {
	switch direction {
	case East:
		return &w.East
	case West:
		return &w.West
	case South:
		return &w.South
	}
	return &w.North
}

// Step moves the cells in one direction.
func (a Cells) Step(direction int) Cells {
	switch direction {
	case East:
		return a.East()
	case West:
		return a.West()
	case South:
		return a.South()
	}
	return a.North()
}
