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

func (a *area) merge(cells *[konane.Classes]konane.Cells, rows int) {
	for k := 0; 2*konane.BandRows*k < rows; k++ {
		top := 2 * konane.BandRows * k
		c0, c1, c2, c3 := cells[0].Band(k), cells[1].Band(k), cells[2].Band(k), cells[3].Band(k)
		for r := top; r < min(rows, top+2*konane.BandRows); r += 2 {
			a[r] = spread[c0&511] | spread[c1&511]<<1
			a[r+1] = spread[c2&511] | spread[c3&511]<<1
			c0, c1, c2, c3 = c0>>konane.Stride, c1>>konane.Stride, c2>>konane.Stride, c3>>konane.Stride
		}
	}
}

// region is a set of connected cells in the rows from top to bottom. Its cells
// in other rows are empty.
type region struct {
	cells       area
	top, bottom int
}

// cut makes an empty region the open one around a seed in row r, and takes it
// out of open. It fills along the rows and sweeps down and up until nothing is
// added.
func (g *region) cut(open *area, rows, r int, seed uint32) {
	g.top, g.bottom = r, r
	g.cells[r] = fill(seed, open[r])
	for g.down(open, rows) || g.up(open) {
	}
	for i := g.top; i <= g.bottom; i++ {
		open[i] &^= g.cells[i]
	}
}

// down lets every row of the region grow into the one below it.
func (g *region) down(open *area, rows int) bool {
	grows := false
	for i := g.top; i <= g.bottom && i+1 < rows; i++ {
		if g.cells.spill(open, i, i+1) {
			grows = true
			g.bottom = max(g.bottom, i+1)
		}
	}
	return grows
}

// up lets every row of the region grow into the one above it.
func (g *region) up(open *area) bool {
	grows := false
	for i := g.bottom; i >= g.top && i > 0; i-- {
		if g.cells.spill(open, i, i-1) {
			grows = true
			g.top = min(g.top, i-1)
		}
	}
	return grows
}

// spill lets the cells of one row grow into another row.
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
// all of them minus those of enemy. The parity may be left out.
func (b *sides) openRegions(s *konane.State, parity bool) reach {
	var open, ends, odd area
	b.merge(s, &open, &ends, &odd)
	var sum reach
	var g region
	rows := s.Rows()
	for r := range rows {
		for seeds := open[r] & ends[r]; seeds != 0; seeds &= open[r] {
			g.cut(&open, rows, r, seeds&-seeds)
			sum.add(&g, &ends)
			if parity {
				black, white := g.tally(&odd)
				sum.odd += black&1 - white&1
			}
			for i := g.top; i <= g.bottom; i++ {
				g.cells[i] = 0
			}
		}
	}
	if s.Mover() == konane.White {
		return reach{-sum.regions, -sum.cells, -sum.odd}
	}
	return sum
}

// add counts a region that only one side can jump into, for Black.
func (n *reach) add(g *region, ends *area) {
	black, white := g.tally(ends)
	if white == 0 {
		n.regions++
		n.cells += black
	} else if black == 0 {
		n.regions--
		n.cells -= white
	}
}

// merge makes areas of the empty cells, of those that a jump ends on and of
// those that an odd number of jumps do. A stone stays on cells of its own
// classes, so that one area holds the jumps of both sides.
func (b *sides) merge(s *konane.State, open, ends, odd *area) {
	var empty, jumpEnds, jumpOdd [konane.Classes]konane.Cells
	for class := range empty {
		empty[class] = s.Board(class).Minus(s.Stones(class))
		v, half := &b[konane.ColourOfClass(class)], class>>1
		jumpEnds[class], jumpOdd[class] = v.ends[half], v.odd[half]
		if s.Paired() {
			jumpEnds[class], jumpOdd[class] = v.ends[0].PairHalf(half), v.odd[0].PairHalf(half)
		}
	}
	open.merge(&empty, s.Rows())
	ends.merge(&jumpEnds, s.Rows())
	odd.merge(&jumpOdd, s.Rows())
}

// tally counts the region's cells in an area by colour.
func (g *region) tally(a *area) (black, white int32) {
	// Black's cells of the even rows are in the even columns; the odd rows are
	// moved by a column, so that they are there as well.
	const blackCells = 0x55555555
	b, w := 0, 0
	for r := g.top; r <= g.bottom; r++ {
		cells := (g.cells[r] & a[r]) << (r & 1)
		b += bits.OnesCount32(cells & blackCells)
		w += bits.OnesCount32(cells &^ blackCells)
	}
	return int32(b), int32(w)
}
