package littlego

import "evolab/game/littlego"

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
