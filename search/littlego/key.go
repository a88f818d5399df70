package littlego

import "evolab/game/littlego"

// code numbers the positions: no two have the same code, so that a table of
// codes makes no mistakes. Each row is a number to the base 3 in 8 bits
// (0 empty, 1 own, 2 enemy), then come the point that ko forbids, the pass
// before and the plies played: 51 bits in all.
type code uint64

const (
	codeKo   = 40
	codePass = 45
	codePly  = 46
	codeBits = 52 // the bits of a mixed code
)

// ternary[x | y<<5] is a row with own stones x and enemy stones y.
var ternary = makeTernary()

func makeTernary() (to [1 << (2 * littlego.Size)]uint8) {
	for x := range to {
		value, digit := 0, 1
		for c := range littlego.Size {
			value += digit * (x>>c&1 + 2*(x>>(c+littlego.Size)&1))
			digit *= 3
		}
		to[x] = uint8(value)
	}
	return to
}

// boardCode is the part of a code that is about the stones.
func boardCode(own, opp littlego.Board) code {
	const row = littlego.Stride
	x, y := uint32(own), uint32(opp)
	return code(ternary[x&31|y&31<<5]) |
		code(ternary[x>>row&31|y>>row&31<<5])<<8 |
		code(ternary[x>>(2*row)&31|y>>(2*row)&31<<5])<<16 |
		code(ternary[x>>(3*row)&31|y>>(3*row)&31<<5])<<24 |
		code(ternary[x>>(4*row)&31|y>>(4*row)&31<<5])<<32
}

// codeOf is the code of a position as symmetry k shows it.
func codeOf(s *littlego.State, k int) code {
	c := boardCode(s.Own(), s.Opp())
	if k != 0 {
		c = boardCode(turn(k, s.Own()), turn(k, s.Opp()))
	}
	c |= code(s.Ply()) << codePly
	if s.Passed() {
		c |= 1 << codePass
	}
	if ko := s.Ko(); ko != 0 {
		c |= code(pointOf[k][first(ko)]+1) << codeKo
	}
	return c
}

// canonical is the smallest code that the symmetries give a position, and a symmetry
// that gives it.
func canonical(s *littlego.State) (smallest code, k int) {
	smallest = codeOf(s, 0)
	for i := 1; i < symmetries; i++ {
		if c := codeOf(s, i); c < smallest {
			smallest, k = c, i
		}
	}
	return smallest, k
}

// mixed spreads the codes over codeBits bits, one to one: steps that can be
// undone, an odd factor and a shifted copy.
func (c code) mixed() uint64 {
	const mask = 1<<codeBits - 1
	x := uint64(c)
	x = x * 0x9e3779b97f4a7c15 & mask
	x ^= x >> 27
	x = x * 0xbf58476d1ce4e5b9 & mask
	x ^= x >> 25
	return x
}
