package littlego

import "evolab/game"

// Moves appends the legal placements, row by row from the top left, and then
// the pass.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.over() {
		return dst
	}
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		dst = append(dst, game.Move(legal.first())<<16)
	}
	if s.variant() != Placements {
		dst = append(dst, Pass)
	}
	return dst
}

// Count is the number of legal moves, the pass included.
func (s *State) Count() int {
	if s.over() {
		return 0
	}
	n := s.Placements().Count()
	if s.variant() != Placements {
		n++
	}
	return n
}

// Pick returns one of the legal moves, each equally likely; the game must not
// be over. In the variant without passes there must be a legal placement.
func (s *State) Pick(r uint32) game.Move {
	legal := s.Placements()
	n := uint64(legal.Count())
	if s.variant() != Placements {
		n++
	}
	k := uint32(uint64(r) * n >> 32)
	if int(k) == legal.Count() {
		return Pass
	}
	return game.Move(legal.nth(k)) << 16
}

// Placements is the set of points where the side to move may place a stone:
// empty, not forbidden by ko, and not suicide. It does not ask whether the
// game is over.
func (s *State) Placements() Board {
	empty := full &^ (s.own | s.opp)
	near := empty.Grow()
	legal := empty & near
	if hard := empty &^ near; hard != 0 {
		legal |= s.filled(empty, hard)
	}
	if s.flags&koSet != 0 {
		legal &^= 1 << s.ko
	}
	return legal
}

// filled returns the legal ones of the points in hard, none of which has an
// empty neighbour: the stone must join a group that keeps another liberty, or
// capture.
func (s *State) filled(empty, hard Board) Board {
	var legal Board
	for ; hard != 0; hard &= hard - 1 {
		p := hard & -hard
		around := p.Grow()
		liberty := (empty &^ p).Grow()
		if alive := s.own & liberty; around&s.own != 0 &&
			(around&alive != 0 || around&alive.Flood(s.own) != 0) {
			legal |= p
			continue
		}
		doomed := around & s.opp &^ liberty
		if doomed != 0 && doomed&^(s.opp&liberty).Flood(s.opp) != 0 {
			legal |= p
		}
	}
	return legal
}
