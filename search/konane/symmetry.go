package konane

import (
	"evolab/game"
	"evolab/game/konane"
)

// A board looks the same from four sides, and a square one from eight. Where a
// reflection puts black stones onto the cells of white ones, the colours change
// places with it, which changes nothing for the side to move either. So a
// position has a key for each of these views, and the least one stands for all.

const views = 8

// seen holds a key of every square in each of the views, and that of White's
// turn there; views that the board does not have repeat others.
type seen struct {
	square [konane.Squares][views]uint64
	turn   [2][views]uint64 // by the colour to move
}

func look(rows, cols int) *seen {
	const zobristSeed = 0x6b6f6e616e65
	var keys [konane.Squares + 1]uint64
	game.Zobrist(zobristSeed, keys[:])
	z := new(seen)
	for view := range views {
		for r := range rows {
			for c := range cols {
				z.square[konane.Square(r, c)][view] = keys[from(view, rows, cols, r, c)]
			}
		}
		// The colours change places if the view puts a black corner elsewhere.
		if konane.ColourOf(from(view, rows, cols, 0, 0)) == konane.Black {
			z.turn[konane.White][view] = keys[konane.Squares]
		} else {
			z.turn[konane.Black][view] = keys[konane.Squares]
		}
	}
	return z
}

// from is the square that a view shows in row r and column c.
func from(view, rows, cols, r, c int) int {
	// The bits of a view: reflected top to bottom, left to right, along the diagonal.
	const upsideDown = 1
	const mirrored = 2
	const transposed = 4
	if view&upsideDown != 0 {
		r = rows - 1 - r
	}
	if view&mirrored != 0 {
		c = cols - 1 - c
	}
	if view&transposed != 0 && rows == cols {
		r, c = c, r
	}
	return konane.Square(r, c)
}

// keys are those of one position.
type keys [views]uint64

func (z *seen) of(s *konane.State) (k keys) {
	k = z.turn[s.Mover()&1]
	for r := range s.Rows() {
		for c := range s.Cols() {
			if square := konane.Square(r, c); s.At(square) {
				k.flip(&z.square[square])
			}
		}
	}
	return k
}

func (k *keys) flip(by *[views]uint64) {
	for i := range k {
		k[i] ^= by[i]
	}
}

// least is the key that stands for all views.
func (k *keys) least() uint64 {
	return min(k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7])
}

// after makes the keys of the position after a jump by a colour.
func (z *seen) after(k *keys, by konane.Colour, from, to int, next *keys) {
	*next = *k
	next.flip(&z.turn[0])
	next.flip(&z.turn[1])
	next.flip(&z.square[from])
	next.flip(&z.square[to])
	r, c := konane.Row(from), konane.Col(from)
	dr, dc := sign(konane.Row(to)-r), sign(konane.Col(to)-c)
	for at := from; at != to; at = konane.Square(r, c) {
		next.flip(&z.square[konane.Square(r+dr, c+dc)])
		r, c = r+2*dr, c+2*dc
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
