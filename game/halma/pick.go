package halma

import (
	"math/bits"

	"evolab/game"
)

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
//
// Following all chains of jumps would be most of the work. So a lot is drawn
// from all steps and all pairs of a piece that can jump and a cell that is the
// end of some jump; a pair that no chain connects is drawn again.
func (s *State) Pick(r uint32) game.Move {
	var o orders
	var l lots
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	s.plan(&h, &o)
	l.fill(&h, &o)
	draw := r
	for {
		n := int(uint64(draw) * uint64(l.all) >> 32)
		if m := l.take(&h, &o, n); m != game.NoMove {
			return m
		}
		// A Weyl sequence comes by every number before it repeats one.
		r += weyl
		draw = scramble(r)
	}
}

const weyl = 0x9e3779b9

// scramble makes a number of r that looks random (the finisher of MurmurHash3,
// Appleby).
func scramble(r uint32) uint32 {
	r = (r ^ r>>16) * 0x85ebca6b
	r = (r ^ r>>13) * 0xc2b2ae35
	return r ^ r>>16
}

// lots is what a move is drawn from: the steps, and for each order and class
// the pairs of a jumping piece and a landing cell.
type lots struct {
	jumpers, landings [2][Classes]uint64
	all               int
}

func (l *lots) fill(h *Hops, o *orders) {
	for i := 0; i < o.n; i++ {
		given := &o.list[i]
		l.all += given.steps
		for class := 0; class < Classes; class++ {
			jumpers := h.Jumpers(class, given.pieces[class])
			if jumpers == 0 {
				continue
			}
			landings := h.From(class, h.open[class]|jumpers) & given.ends[class]
			l.jumpers[i][class], l.landings[i][class] = jumpers, landings
			l.all += bits.OnesCount64(jumpers) * bits.OnesCount64(landings)
		}
	}
}

// take is the move of a lot, or NoMove if it stands for none.
func (l *lots) take(h *Hops, o *orders, n int) game.Move {
	for i := 0; i < o.n; i++ {
		given := &o.list[i]
		if n < given.steps {
			return o.nthStep(given, n)
		}
		n -= given.steps
		for class := 0; class < Classes; class++ {
			jumpers, landings := l.jumpers[i][class], l.landings[i][class]
			ends := bits.OnesCount64(landings)
			if k := bits.OnesCount64(jumpers) * ends; n >= k {
				n -= k
				continue
			}
			from, to := nthBit(jumpers, n/ends), nthBit(landings, n%ends)
			if o.allowed(given, class, from, h.Reach(class, from))>>to&1 == 0 {
				return game.NoMove
			}
			return game.NewMove(SquareOf(class, from), SquareOf(class, to))
		}
	}
	return game.NoMove
}

func (o *orders) nthStep(given *order, n int) game.Move {
	var next [directions]Board
	given.pieces.neighbours(&next)
	for d := range next {
		if !o.allows(d) {
			continue
		}
		steps := next[d].And(given.ends)
		k := steps.Count()
		if n < k {
			to := steps.nth(n)
			return game.NewMove(int(stepTo[to&0xff][directions-1-d]), to)
		}
		n -= k
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
