package konane

import (
	"math/bits"

	"evolab/game/konane"
)

// area is a set of cells of the whole board, a word for each row from the top,
// with column c in bit c.
type area [konane.MaxSize]uint32

// spread moves bit j to bit 2j.
var spread = makeSpread()

func makeSpread() (table [1 << (konane.MaxSize / 2)]uint32) {
	for x := range table {
		for j := range konane.MaxSize / 2 {
			table[x] |= uint32(x>>j&1) << (2 * j)
		}
	}
	return table
}

// merge makes an area of its four classes.
func merge(cells *[konane.Classes]konane.Cells) area {
	var a area
	c0, c1, c2, c3 := cells[0], cells[1], cells[2], cells[3]
	for r := 0; r < konane.MaxSize; r += 2 {
		a[r] = spread[c0.Top()&511] | spread[c1.Top()&511]<<1
		a[r+1] = spread[c2.Top()&511] | spread[c3.Top()&511]<<1
		c0, c1, c2, c3 = c0.North(), c1.North(), c2.North(), c3.North()
	}
	return a
}

// cut takes the open region around a seed in row r out of open. It fills along
// the rows and sweeps down and up until nothing is added.
func cut(open *area, rows, r int, seed uint32) area {
	var region area
	region[r] = fill(seed, open[r])
	for grows := true; grows; {
		grows = false
		for i := 1; i < rows; i++ {
			grows = region.spill(open, i-1, i) || grows
		}
		for i := rows - 1; i > 0; i-- {
			grows = region.spill(open, i, i-1) || grows
		}
	}
	for i := range rows {
		open[i] &^= region[i]
	}
	return region
}

// spill lets a region grow from one row into another one.
func (a *area) spill(open *area, from, to int) bool {
	added := a[from] & open[to] &^ a[to]
	if added == 0 {
		return false
	}
	a[to] |= fill(added, open[to])
	return true
}

// fill is the set of open cells of a row that are connected to a seed: upwards
// by the carry of an addition, downwards step by step.
func fill(seed, open uint32) uint32 {
	filled := ((open + seed) ^ open | seed) & open
	for {
		more := filled | filled>>1&open
		if more == filled {
			return filled
		}
		filled = more
	}
}

// reach is what the sides can do in the open regions.
type reach struct{ regions, cells, odd int32 }

// openRegions looks at each region of connected empty cells that a jump leads
// into. It counts the regions that only own can jump into, the cells that it
// can jump to there, and the regions that an odd number of its jumps lead into,
// all of them minus those of enemy.
func openRegions(s *konane.State, own, enemy *view) reach {
	var empty [konane.Classes]konane.Cells
	for class := range empty {
		empty[class] = s.Board(class).Minus(s.Stones(class))
	}
	open, rows := merge(&empty), s.Rows()
	mine, theirs := merge(&own.ends), merge(&enemy.ends)
	mineOdd, theirsOdd := merge(&own.odd), merge(&enemy.odd)
	var sum reach
	for r := range rows {
		for seeds := open[r] & (mine[r] | theirs[r]); seeds != 0; seeds &= open[r] {
			region := cut(&open, rows, r, seeds&-seeds)
			a, b := region.common(&mine, rows), region.common(&theirs, rows)
			if b == 0 {
				sum.regions++
				sum.cells += a
			} else if a == 0 {
				sum.regions--
				sum.cells -= b
			}
			sum.odd += region.common(&mineOdd, rows)&1 - region.common(&theirsOdd, rows)&1
		}
	}
	return sum
}

// common is the number of cells that two areas share.
func (a *area) common(b *area, rows int) int32 {
	n := 0
	for r := range rows {
		n += bits.OnesCount32(a[r] & b[r])
	}
	return int32(n)
}
