package littlego

import "evolab/game"

// Moves appends the legal placements, row by row from the top left, and then
// the pass.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.over() {
		return dst
	}
	n := len(dst)
	for cap(dst) < n+Points+1 {
		dst = append(dst[:cap(dst)], 0)
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

// passBit stands for the pass among the bits of a Board: no point has it.
const passBit = 31

// Pick returns one of the legal moves, each equally likely; the game must not
// be over. Six draws of five bits each go for any bit of a board; the first
// that hits an empty point, or the pass, is taken if it is legal. Nothing has
// to be counted or listed for that, which only the rare misses do.
func (s *State) Pick(r uint32) game.Move {
	open := full &^ (s.own | s.opp)
	near := open.Grow()
	left := open &^ s.Ko()
	if s.flags < special {
		left |= 1 << passBit
	}
	draws := r
	for {
		hits := left>>(draws&31)&1 | left>>(draws>>5&31)&1<<1 | left>>(draws>>10&31)&1<<2 |
			left>>(draws>>15&31)&1<<3 | left>>(draws>>20&31)&1<<4 | left>>(draws>>25&31)&1<<5
		if hits == 0 {
			return s.pickCounted(scramble(r), left, open, near)
		}
		at := int(draws >> (5 * (hits.first() & 7)) & 31)
		p := Board(1) << at
		if p&(near|1<<passBit) != 0 || s.filled(open, p) != 0 {
			return game.Move(at) << 16
		}
		left &^= p
	}
}

// scramble makes new bits of those that six misses have biased (the finisher
// of MurmurHash3, Appleby).
func scramble(r uint32) uint32 {
	r = (r ^ r>>16) * 0x85ebca6b
	r = (r ^ r>>13) * 0xc2b2ae35
	return r ^ r>>16
}

// pickCounted is Pick by counting: of the points in left and the pass. A move
// that is not legal is drawn again, with the bits that the draw left over.
func (s *State) pickCounted(r uint32, left, open, near Board) game.Move {
	for {
		draw := uint64(r) * uint64(left.Count())
		at := left.nth(uint32(draw >> 32))
		p := Board(1) << at
		if p&(near|1<<passBit) != 0 || s.filled(open, p) != 0 {
			return game.Move(at) << 16
		}
		left &^= p
		r = uint32(draw)
	}
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
