package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// view is what one colour can do, were it to move. Sets of cells are kept by
// half: those of the class in the even rows, then of the one in the odd rows.
// On a small board the first half is the pair of both, and the second is empty.
type view struct {
	stones   int32
	moves    int32
	movers   int32
	targets  int32
	longer   int32
	longest  int32
	latent   int32
	isolated int32

	own     [2]konane.Cells // the stones
	movable [2]konane.Cells // those that can jump
	starts  [2]konane.Ways  // those that can jump, by direction
	ends    [2]konane.Cells // cells that a jump can end on
	odd     [2]konane.Cells // those that an odd number of jumps end on
	hit     [2]konane.Cells // enemy stones that can be taken
}

// around is the cells of a half that have a cell of the other colour right
// beside them in each direction.
type around struct{ east, west, south, north konane.Cells }

// look fills the view of one half with what the needed features take.
func (v *view) look(half int, own, empty konane.Cells, near *around, need features.Need) {
	wayEast, wayWest := near.east.And(empty.West()), near.west.And(empty.East())
	waySouth, wayNorth := near.south.And(empty.North()), near.north.And(empty.South())
	east, west, south, north := own.And(wayEast), own.And(wayWest), own.And(waySouth), own.And(wayNorth)
	movable := east.Or(west).Or(south).Or(north)
	v.own[half], v.movable[half] = own, movable
	v.starts[half] = konane.Ways{East: east, West: west, South: south, North: north}
	v.moves += int32(east.Count() + west.Count() + south.Count() + north.Count())
	v.movers += int32(movable.Count())
	if need.Any(needStones) {
		v.stones += int32(own.Count())
	}
	if need.Any(needAround) {
		v.surroundings(own, near, need)
	}
	if movable.Empty() {
		return
	}
	v.longest = max(v.longest, 1)
	east, west, south, north = east.East(), west.West(), south.South(), north.North()
	if need.Any(needEnds) {
		v.ends[half] = east.Or(west).Or(south).Or(north)
		v.odd[half] = east.Xor(west).Xor(south).Xor(north)
	}
	east, west, south, north = east.And(wayEast), west.And(wayWest), south.And(waySouth), north.And(wayNorth)
	if !east.Or(west).Or(south).Or(north).Empty() {
		ways := konane.Ways{East: wayEast, West: wayWest, South: waySouth, North: wayNorth}
		v.goOn(half, &konane.Ways{East: east, West: west, South: south, North: north}, &ways)
	}
}

// goOn follows the stones that jump on from where a first jump has led them.
func (v *view) goOn(half int, from, ways *konane.Ways) {
	east, west, south, north := from.East, from.West, from.South, from.North
	starts := &v.starts[half]
	for length := int32(2); !east.Or(west).Or(south).Or(north).Empty(); length++ {
		n := int32(east.Count() + west.Count() + south.Count() + north.Count())
		v.moves += n
		v.longer += n
		v.longest = max(v.longest, length)
		starts.East, starts.West = starts.East.Or(east), starts.West.Or(west)
		starts.South, starts.North = starts.South.Or(south), starts.North.Or(north)
		east, west, south, north = east.East(), west.West(), south.South(), north.North()
		v.ends[half] = v.ends[half].Or(east).Or(west).Or(south).Or(north)
		v.odd[half] = v.odd[half].Xor(east).Xor(west).Xor(south).Xor(north)
		east, west, south, north = east.And(ways.East), west.And(ways.West), south.And(ways.South), north.And(ways.North)
	}
}

// surroundings counts the stones that wait for an own stone to make room, and
// those without any neighbour.
func (v *view) surroundings(own konane.Cells, near *around, need features.Need) {
	if need.Any(1 << latent) {
		waiting := near.east.And(own.West()).Or(near.west.And(own.East()))
		waiting = waiting.Or(near.south.And(own.North())).Or(near.north.And(own.South()))
		v.latent += int32(waiting.And(own).Count())
	}
	v.isolated += int32(own.Minus(near.east.Or(near.west)).Minus(near.south.Or(near.north)).Count())
}

// safeJumps is the number of jumps over one stone that the other side cannot
// prevent by its next jump: it can neither take the stone nor move the victim
// away. The neighbours are those that can jump.
func (v *view) safeJumps(half int, hit konane.Cells, leave *around) int32 {
	w, stay := &v.starts[half], v.movable[half].Minus(hit)
	n := stay.And(w.East).Minus(leave.east).Count() + stay.And(w.West).Minus(leave.west).Count()
	return int32(n + stay.And(w.South).Minus(leave.south).Count() + stay.And(w.North).Minus(leave.north).Count())
}
