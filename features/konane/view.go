package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// view is what one colour can do, were it to move.
type view struct {
	stones   int32
	moves    int32
	movers   int32
	targets  int32
	longer   int32
	longest  int32
	latent   int32
	isolated int32

	ways    [2]konane.Ways               // of the class in the even rows, and of the other
	movable [konane.Classes]konane.Cells // own stones that can jump
	hit     [konane.Classes]konane.Cells // enemy stones that can be taken
	ends    [konane.Classes]konane.Cells // cells that a jump can end on
	odd     [konane.Classes]konane.Cells // those that an odd number of jumps end on
}

// look fills the view of a colour with what the needed features take.
func (v *view) look(s *konane.State, colour konane.Colour, need features.Need) {
	*v = view{}
	for half := range 2 {
		class := konane.ClassOf(colour, half) & 3
		w := &v.ways[half]
		s.WaysOf(class, w)
		own := s.Stones(class)
		v.jumps(class, own, w, need)
		if need.Any(needAround) {
			v.surroundings(s, class, own)
		}
		v.movable[class] = w.East.Or(w.West).Or(w.South).Or(w.North).And(own)
		v.stones += int32(own.Count())
		v.movers += int32(v.movable[class].Count())
		v.targets += int32(v.ends[class].Count())
	}
}

// jumps follows the jumps of a class in all directions.
func (v *view) jumps(class int, own konane.Cells, w *konane.Ways, need features.Need) {
	var length int32
	east, west, south, north := own.And(w.East), own.And(w.West), own.And(w.South), own.And(w.North)
	for !east.Or(west).Or(south).Or(north).Empty() {
		n := int32(east.Count() + west.Count() + south.Count() + north.Count())
		v.moves += n
		if length++; length > 1 {
			v.longer += n
		}
		if need.Any(needHits) {
			v.take(class, east, west, south, north)
		}
		east, west, south, north = east.East(), west.West(), south.South(), north.North()
		if need.Any(needEnds) {
			v.ends[class] = v.ends[class].Or(east).Or(west).Or(south).Or(north)
			v.odd[class] = v.odd[class].Xor(east).Xor(west).Xor(south).Xor(north)
		}
		east, west, south, north = east.And(w.East), west.And(w.West), south.And(w.South), north.And(w.North)
	}
	v.longest = max(v.longest, length)
}

// take notes the enemy stones that jumps from the given cells go over.
func (v *view) take(class int, east, west, south, north konane.Cells) {
	if class&1 == 0 {
		west = west.West()
	} else {
		east = east.East()
	}
	if class&2 == 0 {
		north = north.North()
	} else {
		south = south.South()
	}
	beside, above := (class^1)&3, (class^2)&3
	v.hit[beside] = v.hit[beside].Or(east).Or(west)
	v.hit[above] = v.hit[above].Or(south).Or(north)
}

// surroundings counts the stones that wait for an own stone to make room, and
// those without any neighbour.
func (v *view) surroundings(s *konane.State, class int, own konane.Cells) {
	near := neighbours(class, s.Stones(class^1), s.Stones(class^2))
	waiting := near.East.And(own.West()).Or(near.West.And(own.East()))
	waiting = waiting.Or(near.South.And(own.North())).Or(near.North.And(own.South()))
	v.latent += int32(waiting.And(own).Count())
	v.isolated += int32(own.Minus(near.East).Minus(near.West).Minus(near.South).Minus(near.North).Count())
}

// neighbours returns the cells of a class that have a cell of one of the given
// sets right beside them in each direction; beside is a set of class^1, above
// one of class^2.
func neighbours(class int, beside, above konane.Cells) konane.Ways {
	n := konane.Ways{East: beside, West: beside, South: above, North: above}
	if class&1 == 0 {
		n.West = beside.East()
	} else {
		n.East = beside.West()
	}
	if class&2 == 0 {
		n.North = above.South()
	} else {
		n.South = above.North()
	}
	return n
}

// safeJumps is the number of jumps over one stone that the other side cannot
// prevent by its next jump: it can neither take the stone nor move the victim
// away.
func safeJumps(colour konane.Colour, own, enemy *view) int32 {
	n := 0
	for half := range 2 {
		class := konane.ClassOf(colour, half) & 3
		w, stay := &own.ways[half], own.movable[class].Minus(enemy.hit[class])
		leave := neighbours(class, enemy.movable[(class^1)&3], enemy.movable[(class^2)&3])
		n += stay.And(w.East).Minus(leave.East).Count() + stay.And(w.West).Minus(leave.West).Count()
		n += stay.And(w.South).Minus(leave.South).Count() + stay.And(w.North).Minus(leave.North).Count()
	}
	return int32(n)
}
