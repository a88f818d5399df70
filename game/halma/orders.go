package halma

import "evolab/game"

// order is some pieces with the squares on which they may end their move.
type order struct{ pieces, ends Board }

// orders is what the camps leave a side to do: up to three orders, no piece in
// two of them.
type orders struct {
	list [3]order
	n    int
	// away limits all of them to moves that go away from the corner of the
	// mover's camp in neither direction back.
	away bool
	side game.Side
}

func (o *orders) add(pieces, ends Board) {
	o.list[o.n] = order{pieces, ends}
	o.n++
}

// plan applies the rules of the camps.
func (s *State) plan(h *Hops) (o orders) {
	o.side = s.turn
	camp, goal := &camps[s.turn&1], &camps[s.turn&1^1]
	walkers := s.own.Without(*goal)
	ends := h.open
	if s.variant == Addendum {
		ends = h.open.Without(*camp)
		if inCamp := s.own.And(*camp); !inCamp.Empty() {
			o.add(inCamp, ends)
			if o.any(h) {
				return o
			}
			o.list[0].ends, o.away = h.open, true
			if o.any(h) {
				return o
			}
			o.away = false
			walkers = walkers.Without(inCamp)
		}
	}
	o.add(walkers, ends)
	if home := s.own.And(*goal); !home.Empty() {
		o.add(home, h.open.And(*goal))
	}
	return o
}

// directions that lead away from the camp's corner, by side.
var awayFrom = [2][directions]bool{
	game.First:  {east: true, south: true, southEast: true},
	game.Second: {west: true, north: true, northWest: true},
}

// allows tells whether a step in a direction may be ordered.
func (o *orders) allows(direction int) bool {
	return !o.away || awayFrom[o.side&1][direction&7]
}

// quadrant[side][c] is the cells of a class that lie not nearer to the side's
// corner than cell c in either direction.
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

// jumps is the cells that a piece of an order may reach by jumping.
func (o *orders) jumps(h *Hops, ends *Board, class, cell int) uint64 {
	reach := h.Reach(class, cell) & ends[class&3]
	if o.away {
		reach &= quadrant[o.side&1][cell&63]
	}
	return reach
}

// any tells whether an order can be followed at all.
func (o *orders) any(h *Hops) bool { return o.count(h) > 0 }
