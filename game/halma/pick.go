package halma

import (
	"math/bits"

	"evolab/game"
)

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.won() {
		return 0
	}
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	o := s.plan(&h)
	return o.count(&h)
}

// count is the number of moves that the orders allow. All steps in one
// direction are counted at once.
func (o *orders) count(h *Hops) int {
	n := 0
	var next [directions]Board
	for i := 0; i < o.n; i++ {
		pieces, ends := &o.list[i].pieces, &o.list[i].ends
		pieces.neighbours(&next)
		for d := range next {
			if o.allows(d) {
				steps := next[d].And(*ends)
				n += steps.Count()
			}
		}
		for class := 0; class < Classes; class++ {
			for jumpers := h.Jumpers(class, pieces[class]); jumpers != 0; jumpers &= jumpers - 1 {
				n += bits.OnesCount64(o.jumps(h, ends, class, bits.TrailingZeros64(jumpers)))
			}
		}
	}
	return n
}

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
func (s *State) Pick(r uint32) game.Move {
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	o := s.plan(&h)
	return o.nth(&h, int(uint64(r)*uint64(o.count(&h))>>32))
}

// nth is one of the moves that the orders allow, in the order of count.
func (o *orders) nth(h *Hops, n int) game.Move {
	var next [directions]Board
	for i := 0; i < o.n; i++ {
		pieces, ends := &o.list[i].pieces, &o.list[i].ends
		pieces.neighbours(&next)
		for d := range next {
			if !o.allows(d) {
				continue
			}
			steps := next[d].And(*ends)
			k := steps.Count()
			if n < k {
				to := steps.nth(n)
				return game.NewMove(int(stepTo[to][directions-1-d]), to)
			}
			n -= k
		}
		for class := 0; class < Classes; class++ {
			for jumpers := h.Jumpers(class, pieces[class]); jumpers != 0; jumpers &= jumpers - 1 {
				cell := bits.TrailingZeros64(jumpers)
				cells := o.jumps(h, ends, class, cell)
				k := bits.OnesCount64(cells)
				if n < k {
					return game.NewMove(SquareOf(class, cell), SquareOf(class, nthBit(cells, n)))
				}
				n -= k
			}
		}
	}
	return game.NoMove
}

// nth is a square of the set, counted class by class.
func (b *Board) nth(n int) int {
	for class := range b {
		k := bits.OnesCount64(b[class])
		if n < k {
			return SquareOf(class, nthBit(b[class], n))
		}
		n -= k
	}
	return off
}

// nthBit is the index of the bit of a word that has n set bits below it.
func nthBit(word uint64, n int) int {
	for ; n > 0; n-- {
		word &= word - 1
	}
	return bits.TrailingZeros64(word)
}
