package littlego

import "evolab/game"

// Moves appends the legal placements, row by row from the top left, and then
// the pass.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.over() {
		return dst
	}
	n := len(dst)
	if cap(dst) < n+Points+1 {
		dst = append(dst, make([]game.Move, Points+1)...)
	}
	dst = dst[:n+Points+1]
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		dst[n] = game.Move(legal.first()) << 16
		n++
	}
	if s.flags < special {
		dst[n] = Pass
		n++
	}
	return dst[:n]
}

// MovesPastEnd appends the moves as if neither passes nor the last ply ended the game.
func (s *State) MovesPastEnd(dst []game.Move) []game.Move {
	unlimited := *s
	unlimited.ply, unlimited.flags = s.ply&1, s.flags&^ended
	return unlimited.Moves(dst)
}

// Count is the number of legal moves, the pass included.
func (s *State) Count() int {
	if s.over() {
		return 0
	}
	n := s.Placements().Count()
	if s.flags < special {
		n++
	}
	return n
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

// Legal reports whether a move is legal in a position that is not over.
func (s *State) Legal(m game.Move) bool {
	if m == Pass {
		return s.flags < special
	}
	p, empty := Board(1)<<(uint(m>>16)&31), full&^(s.own|s.opp)
	if p&empty == 0 || p&s.Ko() != 0 {
		return false
	}
	return p.Grow()&empty != 0 || s.filled(empty, p) != 0
}

// Allows reports whether a number is a legal move.
func (s *State) Allows(m game.Move) bool {
	placed := m>>16 < Bits && m&0xffff == 0 && full&(1<<(m>>16)) != 0
	return (placed || m == Pass) && !s.over() && s.Legal(m)
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
