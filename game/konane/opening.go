package konane

import "evolab/game"

// firstRemovals are the squares whose stone may be removed first: the corners
// and the centre, which has one cell, two or four.
func (s *State) firstRemovals() [Classes]Cells {
	var set [Classes]Cells
	rows, cols := int(s.rows), int(s.cols)
	for i := range 2 {
		for j := range 2 {
			add(&set, Square(i*(rows-1), j*(cols-1)))
			add(&set, Square((rows-1+i)/2, (cols-1+j)/2))
		}
	}
	return set
}

func add(set *[Classes]Cells, square int) {
	class := square >> classShift & 3
	set[class] = set[class].Or(cell(square & inClass))
}

// removals is the set of squares whose stone the side to move may remove, in
// the two stages before the first jump.
func (s *State) removals() [Classes]Cells {
	if s.stage == removeFirst {
		return s.firstRemovals()
	}
	var set [Classes]Cells
	for class := range Classes {
		hole := s.Board(class).Minus(s.cells[class])
		if hole.Empty() {
			continue
		}
		beside, above := hole.Or(hole.West()), hole.Or(hole.North())
		if class&1 != 0 {
			beside = hole.Or(hole.East())
		}
		if class&2 != 0 {
			above = hole.Or(hole.South())
		}
		set[class^1] = beside.And(s.Board(class ^ 1))
		set[class^2] = above.And(s.Board(class ^ 2))
	}
	return set
}

// appendRemovals appends the removals of either stage in board order.
func (s *State) appendRemovals(dst []game.Move) []game.Move {
	set := s.removals()
	for r := range int(s.rows) {
		for c := range int(s.cols) {
			if square := Square(r, c); set[square>>classShift&3].has(square & inClass) {
				dst = append(dst, s.move(square, square))
			}
		}
	}
	return dst
}

// playRemoval takes the stone on a square away. The one who removes the first
// stone owns its colour from then on.
func (s *State) playRemoval(square int) {
	class := square >> classShift & 3
	s.cells[class] = s.cells[class].Xor(cell(square & inClass))
	s.hash ^= keys.stone[square]
	if s.stage == removeFirst {
		s.first = ColourOf(square)
		s.mover = s.first.Other()
		if s.mover == White {
			s.hash ^= keys.white
		}
		s.stage = removeSecond
		return
	}
	s.mover ^= 1
	s.hash ^= keys.white
	s.stage = jumping
}
