package checkers

import (
	"math/bits"

	"evolab/game"
)

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
func (s *State) Pick(r uint32) game.Move {
	empty, left := full&^(s.own|s.opp), s.left()
	from := s.own & (jumping(s.opp, empty, left) | jumping(s.opp, empty, left+1))
	if kings := s.own & s.kings; kings != 0 {
		from |= kings & back(s.opp, empty, left)
	}
	if from != 0 {
		return s.pickCapture(r, from)
	}
	return s.pickStep(r)
}

// pickStep has a bit for each step: those to the left in the lower half of a
// word, those to the right in the upper one, by the square that they start
// from. No step goes up from the first four squares, none down from the last
// four, so that 32 bits are enough.
func (s *State) pickStep(r uint32) game.Move {
	upLeft, upRight, downLeft, downRight := s.steps()
	ups := uint64(upLeft>>4 | upRight<<28)
	downs := uint64(downLeft | downRight<<32)
	first := bits.OnesCount64(ups)
	n := int(uint64(r) * uint64(first+bits.OnesCount64(downs)) >> 32)
	set, square, step := ups, 4, -5
	if n >= first {
		set, square, step, n = downs, 0, 4, n-first
	}
	i := nth(set, n)
	square += i & 31
	return game.NewMove(square, square+step+i>>5)
}

// nth is the index of the bit that has n set bits below it, for n below the
// number of set bits: byte counts first, then a table within the byte. No
// branch depends on n, which no processor could guess.
func nth(x uint64, n int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	c := x - x>>1&0x5555555555555555
	c = c&0x3333333333333333 + c>>2&0x3333333333333333
	c = (c + c>>4) & 0x0f0f0f0f0f0f0f0f
	below := c * ones // byte i holds the set bits in bytes 0 to i
	before := (uint64(n)*ones | tops) - below
	before = before & tops >> 7
	shift := before * ones >> 56 << 3 & 63
	n -= int(below << 8 >> shift & 0xff)
	return int(shift) + int(bitInByte[n&7][x>>shift&0xff])
}

// bitInByte[n][x] is the index of the bit of x that has n set bits below it.
var bitInByte = makeBitInByte()

func makeBitInByte() (table [8][256]uint8) {
	for x := range 256 {
		n := 0
		for i := range 8 {
			if x>>i&1 == 1 {
				table[n][x] = uint8(i)
				n++
			}
		}
	}
	return table
}

// pickCapture draws the number of a route of the pieces in from, all of which
// can jump, and follows it.
func (s *State) pickCapture(r uint32, from Board) game.Move {
	men, empty := s.men(), full&^(s.own|s.opp)
	routes := men.count(from &^ s.kings)
	if from&s.kings != 0 {
		routes += s.countKings()
	}
	n := int(uint64(r) * uint64(routes) >> 32)
	for {
		piece := from & -from
		from &= from - 1
		m := game.Move(piece.First())
		king := piece&s.kings != 0
		if from != 0 {
			if king {
				routes = countKing(piece, s.opp, empty|piece)
			} else {
				routes = men.count(piece)
			}
			if n >= routes {
				n -= routes
				continue
			}
		}
		if king {
			return nthOfKing(m, piece, s.opp, empty|piece, n)
		}
		return men.nth(m, piece, n)
	}
}

func (c *men) count(of Board) int { return countMen(of, c.jumpLeft, c.jumpRight, c.left) }

// nth is the route with the number n among those that go on from m, a man now
// being on the square at.
func (c *men) nth(m game.Move, at Board, n int) game.Move {
	for at&(c.jumpLeft|c.jumpRight) != 0 {
		right := at&c.jumpLeft == 0
		if !right && at&c.jumpRight != 0 {
			routes := max(c.count(at.Shift(2*c.left)), 1)
			if right = n >= routes; right {
				n -= routes
			}
		}
		if right {
			m, at = c.jumped(m, 1), at.Shift(2*c.left+2)
		} else {
			m, at = c.jumped(m, 0), at.Shift(2*c.left)
		}
	}
	return m | game.Move(at.First())<<16
}

// nthOfKing is men.nth for a king.
func nthOfKing(m game.Move, at, opp, empty Board, n int) game.Move {
	for d := range steps {
		over := at.Shift(int(steps[d])) & opp
		to := over.Shift(int(steps[d])) & empty
		if to == 0 {
			continue
		}
		routes := countKing(to, opp^over, empty|over)
		if n < routes {
			return nthOfKing(addJump(m, d), to, opp^over, empty|over, n)
		}
		n -= routes
	}
	return m | game.Move(at.First())<<16
}
