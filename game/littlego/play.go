package littlego

import "evolab/game"

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	p := uint(m>>16) & 31
	flags := s.flags &^ (passed | koSet)
	hash := s.hash ^ keys.next[s.ply&31]
	if s.flags&(passed|koSet) != 0 {
		hash ^= s.passing()
	}
	if p == pass {
		s.playPass(flags, hash, dst)
		return
	}
	stone := Board(1) << p
	own, opp := s.own|stone, s.opp
	hash ^= keys.stone[s.ply&1][p]
	around := stone.Grow()
	var taken Board
	var ko uint8
	if around&opp != 0 {
		if taken = captures(own, opp, around); taken != 0 {
			opp ^= taken
			hash ^= stoneKeys(&keys.stone[s.ply&1^1], taken)
			// One stone taken by a lone stone whose only liberty is that
			// point: taking back would restore the board.
			if taken&(taken-1) == 0 && around&(full&^opp) == taken {
				ko = uint8(taken.first())
				flags |= koSet
				hash ^= keys.ko[ko&31]
			}
		}
	}
	dst.own, dst.opp, dst.taken = opp, own, taken
	dst.ply, dst.last, dst.ko, dst.flags = s.ply+1, uint8(p), ko, flags
	dst.hash = hash
}

// passing is the key of what holds for one ply only: a pass just before, a ko.
func (s *State) passing() uint64 {
	var h uint64
	if s.flags&passed != 0 {
		h ^= keys.passed
	}
	if s.flags&koSet != 0 {
		h ^= keys.ko[s.ko&31]
	}
	return h
}

// captures returns the stones of opp that have no liberty after a stone of own
// was placed; around holds that stone's neighbours.
func captures(own, opp, around Board) Board {
	alive := opp & (full &^ (own | opp)).Grow()
	if around&opp&^alive == 0 {
		return 0
	}
	return opp &^ alive.Flood(opp)
}

// Captures is the set of stones that the move m takes.
func (s *State) Captures(m game.Move) Board {
	if m == Pass {
		return 0
	}
	stone := Board(1) << (uint(m>>16) & 31)
	if around := stone.Grow(); around&s.opp != 0 {
		return captures(s.own|stone, s.opp, around)
	}
	return 0
}

// MostCaptures is the largest number of stones that a placement takes. A group with a
// single liberty has a stone with a single one, next to the only point that takes it.
func (s *State) MostCaptures() int {
	empty := full &^ (s.own | s.opp)
	left, right, up, down := s.opp&(empty<<1), s.opp&(empty>>1), s.opp&(empty<<Stride), s.opp&(empty>>Stride)
	single := (left ^ right ^ up ^ down) &^ (left&right | up&down)
	most := 0
	for points := single.Grow() & empty &^ s.Ko(); points != 0; points &= points - 1 {
		p := points & -points
		most = max(most, captures(s.own|p, s.opp, p.Grow()).Count())
	}
	return most
}

func (s *State) playPass(flags uint8, hash uint64, dst *State) {
	v := s.variant()
	if v != Passes && s.flags&passed != 0 || v == Host && s.ply == 0 {
		flags |= ended
		hash ^= keys.ended
	}
	flags |= passed
	hash ^= keys.passed
	own, opp := s.opp, s.own
	dst.own, dst.opp, dst.taken = own, opp, 0
	dst.ply, dst.last, dst.ko, dst.flags = s.ply+1, pass, 0, flags
	dst.hash = hash
}
