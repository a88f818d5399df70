package halma

import (
	"math/bits"

	"evolab/game"
)

// Moves appends the legal moves: piece by piece, row by row from the top left,
// and for each piece its steps and then the ends of its jumps in the same order.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.won() {
		return dst
	}
	var o orders
	var c chains
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	s.plan(&h, &o)
	c.find(&h, &o)
	var ends [2]rows
	for i := 0; i < o.n; i++ {
		ends[i].read(&o.list[i].ends)
	}
	var at [Squares]uint8 // by the piece's square, one more than its place in the list; 0: none
	for i := 0; i < c.n; i++ {
		at[c.from[i]] = uint8(i + 1)
	}
	for y := 0; y < Size; y++ {
		for row := s.own.Row(y); row != 0; row &= row - 1 {
			from := Size*y + bits.TrailingZeros32(row)
			dst = o.appendSteps(dst, &ends, from)
			if n := at[from&0xff]; n > 0 {
				for cells := c.list[n-1]; cells != 0; cells &= cells - 1 {
					dst = append(dst, game.NewMove(from, SquareOf(Class(from), bits.TrailingZeros64(cells))))
				}
			}
		}
	}
	return dst
}

// rows is a board row by row: with a column to the left of it and a row above and below it.
type rows [Size + 2]uint32

func (r *rows) read(b *Board) {
	for y := 0; y < Size; y++ {
		r[y+1] = b.Row(y) << 1
	}
}

// appendSteps appends what the orders, with their ends by rows, let the piece of a square do in
// one step.
func (o *orders) appendSteps(dst []game.Move, ends *[2]rows, from int) []game.Move {
	x, y := from%Size&15, from/Size&15
	for i := 0; i < o.n; i++ {
		given := &o.list[i]
		if given.steps == 0 || !given.pieces.Has(from) {
			continue
		}
		// A bit a direction, in their order.
		near := &ends[i]
		beside := near[y+1] >> x
		steps := near[y]>>x&7 | beside&1<<3 | beside&4<<2 | near[y+2]>>x&7<<5
		for ; steps != 0; steps &= steps - 1 {
			if d := bits.TrailingZeros32(steps); o.allows(d) {
				dst = append(dst, game.NewMove(from, from+stepBy[d&7]))
			}
		}
	}
	return dst
}

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.won() {
		return 0
	}
	return s.count()
}

func (s *State) count() int {
	var o orders
	var c chains
	occupied := s.own.Or(s.opp)
	h := NewHops(&occupied)
	s.plan(&h, &o)
	c.find(&h, &o)
	n := c.ends
	for i := 0; i < o.n; i++ {
		n += o.list[i].steps
	}
	return n
}

// order is some pieces with the squares on which they may end their move.
type order struct {
	pieces, ends Board
	steps        int // the number of steps that this allows
}

// orders is what the camps leave a side to do: up to two orders, no piece in
// both of them.
type orders struct {
	list [2]order
	n    int
	// away limits all of them to moves that do not come nearer to the corner of the
	// mover's camp in either direction.
	away bool
	side game.Side
}

func (s *State) plan(h *Hops, o *orders) {
	o.n, o.away, o.side = 0, false, s.turn
	camp, goal := &camps[s.turn&1], &camps[s.turn&1^1]
	walkers := s.own.Without(*goal)
	ends := h.open
	if s.variant == Addendum {
		ends = h.open.Without(*camp)
		if inCamp := s.own.And(*camp); !inCamp.Empty() {
			o.add(inCamp, ends)
			if o.any(h) {
				return
			}
			o.n, o.away = 0, true
			o.add(inCamp, h.open)
			if o.any(h) {
				return
			}
			// Those in the camp may not move back: only the others are free.
			o.n, o.away = 0, false
			walkers = walkers.Without(inCamp)
		}
	}
	o.add(walkers, ends)
	if home := s.own.And(*goal); !home.Empty() {
		o.add(home, h.open.And(*goal))
	}
}

// add gives an order and counts its steps, all those in one direction at once.
func (o *orders) add(pieces, ends Board) {
	given := &o.list[o.n]
	o.n++
	given.pieces, given.ends, given.steps = pieces, ends, 0
	w, e := pieces.West(), pieces.East()
	next := [directions]Board{
		w.North(), pieces.North(), e.North(),
		w, e,
		w.South(), pieces.South(), e.South(),
	}
	for d := range next {
		if o.allows(d) {
			steps := next[d].And(ends)
			given.steps += steps.Count()
		}
	}
}

// any reports whether the first order can be followed.
func (o *orders) any(h *Hops) bool {
	if o.list[0].steps > 0 {
		return true
	}
	var c chains
	c.find(h, o)
	return c.ends > 0
}

// directions that lead away from the camp's corner, by side.
var awayFrom = [2][directions]bool{
	game.First:  {east: true, south: true, southEast: true},
	game.Second: {west: true, north: true, northWest: true},
}

// allows reports whether a step in a direction may be ordered.
func (o *orders) allows(direction int) bool {
	return !o.away || awayFrom[o.side&1][direction&7]
}

// quadrant[side][c] is the cells of a class that are no nearer to the side's corner
// than cell c in either direction.
var quadrant = makeQuadrant()

func makeQuadrant() (table [2][64]uint64) {
	for c := range 64 {
		for d := range 64 {
			if d&7 >= c&7 && d>>3 >= c>>3 {
				table[game.First][c] |= 1 << d
			}
			if d&7 <= c&7 && d>>3 <= c>>3 {
				table[game.Second][c] |= 1 << d
			}
		}
	}
	return table
}

// chains is the jumps of all pieces that have any.
type chains struct {
	list [Pieces]uint64 // where those of one piece may end
	from [Pieces]uint8  // that piece's square
	n    int
	ends int // of all chains together
}

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
					c.list[c.n] = ends
					c.from[c.n] = uint8(SquareOf(class, cell))
					c.n++
					c.ends += bits.OnesCount64(ends)
				}
			}
		}
	}
}
