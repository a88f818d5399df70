package halma

import "evolab/game"

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

// plan applies the rules of the camps.
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
