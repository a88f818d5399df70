package halma

import "math/bits"

// chain is where the jumps of one piece may end.
type chain struct {
	ends        uint64
	class, cell uint8
}

// chains is the jumps of all pieces that have any.
type chains struct {
	list [Pieces]chain
	n    int
	ends int // of all chains together
}

// find follows the jumps that the orders allow.
func (c *chains) find(h *Hops, o *orders) {
	for i := 0; i < o.n; i++ {
		given := &o.list[i]
		for class := 0; class < Classes; class++ {
			for rest := h.Jumpers(class, given.pieces[class]); rest != 0; rest &= rest - 1 {
				cell := bits.TrailingZeros64(rest)
				ends := h.Reach(class, cell) & given.ends[class&3]
				if o.away {
					ends &= quadrant[o.side&1][cell&63]
				}

				if ends != 0 {
					c.list[c.n] = chain{ends, uint8(class), uint8(cell)}
					c.n++
					c.ends += bits.OnesCount64(ends)
				}
			}
		}
	}
}

// of is where the jumps of the piece on a square may end.
func (c *chains) of(square int) uint64 {
	class, cell := Class(square), Cell(square)
	for i := 0; i < c.n; i++ {
		if int(c.list[i].class) == class && int(c.list[i].cell) == cell {
			return c.list[i].ends
		}
	}
	return 0
}
