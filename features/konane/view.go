package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// counts are the numbers of what one colour has, and of what it can do, were it to
// move.
type counts struct {
	stones   int32
	moves    int32
	movers   int32
	longer   int32
	longest  int32
	latent   int32
	isolated int32
	edge     int32 // of the movers, where no sets are looked at
}

// view is what one colour can do, were it to move. Sets of cells are kept by
// half: those of the class in the even rows, then of the one in the odd rows.
// On a small board the first half is the pair of both, and the second is empty.
type view struct {
	counts
	movable [2]konane.Cells // those that can jump
	starts  [2]konane.Ways  // the same by direction, and the empty cells where a jump continues
	ends    [2]konane.Cells // cells that a jump can end on
	odd     [2]konane.Cells // those that an odd number of jumps end on
	hit     [2]konane.Cells // enemy stones that can be taken
	next    konane.Ways     // of one half: where first jumps end that continue
}

// around is the cells of a half that have a cell of the other colour right
// beside them in each direction.
type around struct{ east, west, south, north konane.Cells }

// look fills the view of one half with what the needed features take. It makes all
// sets before it counts them: fewer values are in use at a time.
func (v *view) look(half int, own, empty konane.Cells, near *around, need features.Need) {
	more := v.sets(half, own, empty, near)
	w := &v.starts[half]
	n := w.East.Count() + w.West.Count() + w.South.Count() + w.North.Count()
	v.moves += int32(n)
	v.movers += int32(v.movable[half].Count())
	if n > 0 && v.longest == 0 {
		v.longest = 1
	}
	if need.Any(needStones) {
		v.stones += int32(own.Count())
	}
	if need.Any(1 << latent) { // stones that wait for an own stone to make room
		waiting := near.east.And(own.West()).Or(near.west.And(own.East()))
		waiting = waiting.Or(near.south.And(own.North())).Or(near.north.And(own.South()))
		v.latent += int32(waiting.And(own).Count())
	}
	if need.Any(1 << isolated) { // those without any neighbour
		v.isolated += int32(own.Minus(near.east.Or(near.west)).Minus(near.south.Or(near.north)).Count())
	}
	if more {
		v.jumpOn(half, empty, near)
	}
}

// sets finds the first jumps, and reports whether any of them continues.
func (v *view) sets(half int, own, empty konane.Cells, near *around) bool {
	starts, next := &v.starts[half], &v.next
	way := near.east.And(empty.West())
	start := own.And(way)
	starts.East = start
	movable, end := start, start.East()
	ends, odd, more := end, end, end.And(way)
	next.East = more

	way = near.west.And(empty.East())
	start = own.And(way)
	starts.West = start
	movable, end = movable.Or(start), start.West()
	ends, odd, end = ends.Or(end), odd.Xor(end), end.And(way)
	next.West, more = end, more.Or(end)

	way = near.south.And(empty.North())
	start = own.And(way)
	starts.South = start
	movable, end = movable.Or(start), start.South()
	ends, odd, end = ends.Or(end), odd.Xor(end), end.And(way)
	next.South, more = end, more.Or(end)

	way = near.north.And(empty.South())
	start = own.And(way)
	starts.North = start
	movable, end = movable.Or(start), start.North()
	ends, odd, end = ends.Or(end), odd.Xor(end), end.And(way)
	next.North, more = end, more.Or(end)

	v.movable[half], v.ends[half], v.odd[half] = movable, ends, odd
	return !more.Empty()
}

// jumpOn follows the jumps that continue after the first stone.
func (v *view) jumpOn(half int, empty konane.Cells, near *around) {
	if !v.next.East.Empty() {
		v.run(half, konane.East, v.next.East, near.east.And(empty.West()))
	}
	if !v.next.West.Empty() {
		v.run(half, konane.West, v.next.West, near.west.And(empty.East()))
	}
	if !v.next.South.Empty() {
		v.run(half, konane.South, v.next.South, near.south.And(empty.North()))
	}
	if !v.next.North.Empty() {
		v.run(half, konane.North, v.next.North, near.north.And(empty.South()))
	}
}

// run follows those that jump on in one direction.
func (v *view) run(half, direction int, from, way konane.Cells) {
	start := v.starts[half].To(direction)
	for length := int32(2); !from.Empty(); length++ {
		n := int32(from.Count())
		v.moves += n
		v.longer += n
		v.longest = max(v.longest, length)
		*start = start.Or(from)
		end := from.Step(direction)
		v.ends[half], v.odd[half] = v.ends[half].Or(end), v.odd[half].Xor(end)
		from = end.And(way)
	}
}

// safeJumps is the number of jumps over one stone that the other side cannot
// prevent by its next jump: it can neither take the stone nor move the victim
// away. The neighbours are those that can jump.
func (v *view) safeJumps(half int, hit konane.Cells, leave *around) int32 {
	w, stay := &v.starts[half], v.movable[half].Minus(hit)
	n := stay.And(w.East).Minus(leave.east).Count() + stay.And(w.West).Minus(leave.west).Count()
	return int32(n + stay.And(w.South).Minus(leave.south).Count() + stay.And(w.North).Minus(leave.north).Count())
}
