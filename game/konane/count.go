package konane

// The directions of a jump.
const (
	East = iota
	West
	South
	North
	directions
)

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
	jumps, _ := s.Tally(c)
	return jumps
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
