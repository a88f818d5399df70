package konane

import "evolab/game"

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	from, to := int(m&(Squares-1)), int(m>>16&(Squares-1))
	*dst = *s
	if s.stage != jumping {
		dst.playRemoval(from)
		return
	}
	class := from >> classShift
	hash := s.hash ^ keys.stone[from] ^ keys.stone[to] ^ keys.white
	own := &dst.cells[class&3]
	*own = own.Xor(cell(from & inClass)).Xor(cell(to & inClass))

	// The jumped stones have the places of the cells between, seen from the
	// neighbouring class: from the lower end on, or from the one after it.
	low, left := from, to-from
	if left < 0 {
		low, left = to, -left
	}
	step, over, after := 1, class^1, class&1
	if left >= Stride {
		step, over, after = Stride, class^2, class>>1
	}
	taken := &dst.cells[over&3]
	for at := low&inClass + after*step; left > 0; left -= step {
		*taken = taken.Xor(cell(at))
		hash ^= keys.stone[(over<<classShift|at)&(Squares-1)]
		at += step
	}
	dst.mover = s.mover ^ 1
	dst.hash = hash
}

// Skip writes to dst the position in which the other side is to move, as if
// the side to move passed. It is not part of the game.
func (s *State) Skip(dst *State) {
	*dst = *s
	dst.mover ^= 1
	dst.hash ^= keys.white
}
