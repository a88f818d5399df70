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

const hexDigits = "0123456789abcdef"

func appendKey(dst []byte, c code) []byte {
	ply := byte(c >> codePly)
	if ply < 10 {
		dst = append(dst, '0'+ply)
	} else {
		dst = append(dst, 'a'+ply-10)
	}
	for r := range littlego.Size {
		row := c >> (8 * r) & 0xff
		dst = append(dst, hexDigits[row>>4], hexDigits[row&15])
	}
	ko := uint8(c >> codeKo & 31)
	switch {
	case c>>codePass&1 == 1:
		return append(dst, passMark)
	case ko > 0:
		return append(dst, letter(ko-1))
	}
	return append(dst, noMark)
}

func parseKey(text string) (c code, ok bool) {
	ply := hexValue(text[0], 'a'+littlego.LastPly-10)
	if ply < 0 {
		return 0, false
	}
	c = code(ply) << codePly
	for r := range littlego.Size {
		high, low := hexValue(text[1+2*r], 'f'), hexValue(text[2+2*r], 'f')
		if high < 0 || low < 0 || high<<4|low >= 243 {
			return 0, false
		}
		c |= code(high<<4|low) << (8 * r)
	}
	switch mark := text[keyWidth-1]; {
	case mark == passMark:
		c |= 1 << codePass
	case mark >= 'a' && mark < 'a'+littlego.Points:
		c |= code(pointAt(mark)+1) << codeKo
	case mark != noMark:
		return 0, false
	}
	return c, true
}

// hexValue is the value of a digit, of which last is the largest; -1 if it is
// none.
func hexValue(digit, last byte) int {
	switch {
	case digit >= '0' && digit <= '9':
		return int(digit - '0')
	case digit >= 'a' && digit <= last:
		return int(digit-'a') + 10
	}
	return -1
}

// The bits of a symmetry's number say what it does, in this order: 1 exchanges rows
// and columns, 2 reverses the order of the rows, 4 that of the columns.
const symmetries = 8

// turned[k][r][x] is where symmetry k takes the points x of row r, and
// pointOf[k][p] where it takes the point p; pointOf leaves pass alone.
var (
	turned  = makeTurned()
	pointOf = makePointOf()
)

func makePointOf() (to [symmetries][32]uint8) {
	for k := range symmetries {
		for p := range to[k] {
			to[k][p] = uint8(p)
		}
		for r := range littlego.Size {
			for c := range littlego.Size {
				y, x := r, c
				if k&1 != 0 {
					y, x = x, y
				}
				if k&2 != 0 {
					y = littlego.Size - 1 - y
				}
				if k&4 != 0 {
					x = littlego.Size - 1 - x
				}
				to[k][littlego.Stride*r+c] = uint8(littlego.Stride*y + x)
			}
		}
	}
	return to
}

func makeTurned() (to [symmetries][littlego.Size][32]littlego.Board) {
	points := makePointOf()
	for k := range symmetries {
		for r := range littlego.Size {
			for x := range 32 {
				for c := range littlego.Size {
					if x>>c&1 == 1 {
						to[k][r][x] |= 1 << points[k][littlego.Stride*r+c]
					}
				}
			}
		}
	}
	return to
}

// turn is where symmetry k takes the points of b.
func turn(k int, b littlego.Board) littlego.Board {
	t := &turned[k]
	const row = littlego.Stride
	return t[0][b&31] | t[1][b>>row&31] | t[2][b>>(2*row)&31] | t[3][b>>(3*row)&31] | t[4][b>>(4*row)&31]
}

// back is the symmetry that undoes k: a reversal undoes itself, but if rows and
// columns are exchanged, their reversals are too.
func back(k int) int {
	if k&1 != 0 {
		return k&1 | k&2<<1 | k&4>>1
	}
	return k
}
