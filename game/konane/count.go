package konane

import "evolab/game"

// directions is the number of directions of a jump.
const directions = 4

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.stage != jumping {
		return s.countRemovals()
	}
	return s.Mobility(s.mover)
}

// Mobility is the number of jumps that a colour has, or would have if it were
// to move.
func (s *State) Mobility(c Colour) int {
	var counts [2 * directions]int
	return s.countJumps(c, &counts)
}

// countJumps counts a colour's jumps by class and direction: east, west, south
// and north of the class in the even rows, then of the other.
func (s *State) countJumps(c Colour, counts *[2 * directions]int) int {
	total := 0
	var w Ways
	for half := range 2 {
		class := ClassOf(c, half)
		s.WaysOf(class, &w)
		own := s.cells[class&3]
		n := counts[directions*half : directions*half+directions : directions*half+directions]
		for m := own.And(w.East); !m.Empty(); m = m.East().And(w.East) {
			n[0] += m.Count()
		}
		for m := own.And(w.West); !m.Empty(); m = m.West().And(w.West) {
			n[1] += m.Count()
		}
		for m := own.And(w.South); !m.Empty(); m = m.South().And(w.South) {
			n[2] += m.Count()
		}
		for m := own.And(w.North); !m.Empty(); m = m.North().And(w.North) {
			n[3] += m.Count()
		}
		total += n[0] + n[1] + n[2] + n[3]
	}
	return total
}

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
func (s *State) Pick(r uint32) game.Move {
	if s.stage != jumping {
		return s.pickRemoval(int(uint64(r) * uint64(s.countRemovals()) >> 32))
	}
	var counts [2 * directions]int
	n := int(uint64(r) * uint64(s.countJumps(s.mover, &counts)) >> 32)
	at := 0
	for n >= counts[at&7] {
		n -= counts[at&7]
		at++
	}
	return s.nthJump(ClassOf(s.mover, at/directions), at%directions, n)
}

// nthJump is the jump of a class in one direction that has n others before it:
// those that take one stone come first, then those that take two, and so on.
func (s *State) nthJump(class, direction, n int) game.Move {
	var w Ways
	s.WaysOf(class, &w)
	ways, step := w.in(direction)
	m := s.cells[class&3].And(ways)
	distance := step
	for {
		k := m.Count()
		if n < k {
			break
		}
		n -= k
		m = m.step(direction).And(ways)
		distance += step
	}
	to := class<<classShift + m.nth(n) + step
	return s.move(to-distance, to)
}

// in returns the ways in one direction, and by how much a jump that way changes
// a square.
func (w *Ways) in(direction int) (Cells, int) {
	switch direction {
	case 0:
		return w.East, 1
	case 1:
		return w.West, -1
	case 2:
		return w.South, Stride
	}
	return w.North, -Stride
}

func (a Cells) step(direction int) Cells {
	switch direction {
	case 0:
		return a.East()
	case 1:
		return a.West()
	case 2:
		return a.South()
	}
	return a.North()
}
