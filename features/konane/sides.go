package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// sides are the views of both colours, by colour.
type sides [2]view

// look fills the views with what the needed features take.
func (b *sides) look(s *konane.State, need features.Need) {
	if s.Paired() {
		b.lookPaired(s, need)
	} else {
		b.lookWide(s, need)
	}
}

// lookPaired looks at both classes of a colour at once.
func (b *sides) lookPaired(s *konane.State, need features.Need) {
	black := konane.Pair(s.Stones(0), s.Stones(3))
	white := konane.Pair(s.Stones(1), s.Stones(2))
	var near around
	pairAround(konane.Black, white, &near)
	b[konane.Black].look(0, black, konane.Pair(s.Board(0), s.Board(3)).Minus(black), &near, need)
	pairAround(konane.White, black, &near)
	b[konane.White].look(0, white, konane.Pair(s.Board(1), s.Board(2)).Minus(white), &near, need)
	if need.Any(needHits) {
		b[konane.Black].hit[0] = pairHits(konane.Black, &b[konane.Black].starts[0])
		b[konane.White].hit[0] = pairHits(konane.White, &b[konane.White].starts[0])
	}
}

// pairAround is the neighbours of the cells of a colour among those of the
// other colour.
func pairAround(c konane.Colour, others konane.Cells, near *around) {
	other := c.Other()
	near.east, near.west = konane.PairLeft(other, others), konane.PairRight(other, others)
	near.south, near.north = konane.PairAbove(others), konane.PairBelow(others)
}

// pairHits is the stones that jumps of a colour go over.
func pairHits(c konane.Colour, from *konane.Ways) konane.Cells {
	across := konane.PairRight(c, from.East).Or(konane.PairLeft(c, from.West))
	return across.Or(konane.PairBelow(from.South)).Or(konane.PairAbove(from.North))
}

// lookWide looks at one class after the other.
func (b *sides) lookWide(s *konane.State, need features.Need) {
	var near around
	for class := range konane.Classes {
		wideAround(class, s.Stones(class^1), s.Stones(class^2), &near)
		own := s.Stones(class)
		b[konane.ColourOfClass(class)].look(class>>1, own, s.Board(class).Minus(own), &near, need)
	}
	if need.Any(needHits) {
		for class := range konane.Classes {
			v := &b[konane.ColourOfClass(class)]
			from, half := &v.starts[class>>1], class>>1
			v.hit[half] = v.hit[half].Or(from.East.RightOf(class)).Or(from.West.LeftOf(class))
			v.hit[1-half] = v.hit[1-half].Or(from.South.BelowOf(class)).Or(from.North.AboveOf(class))
		}
	}
}

// wideAround is the neighbours of the cells of a class among a set of class^1
// and one of class^2.
func wideAround(class int, beside, above konane.Cells, near *around) {
	near.east, near.west = beside.LeftOf(class^1), beside.RightOf(class^1)
	near.south, near.north = above.AboveOf(class^2), above.BelowOf(class^2)
}

// safeOf is the number of jumps of a colour that the other side cannot prevent.
func (b *sides) safeOf(s *konane.State, c konane.Colour) int32 {
	own, enemy := &b[c&1], &b[c&1^1]
	var leave around
	if s.Paired() {
		pairAround(c, enemy.movable[0], &leave)
		return own.safeJumps(0, enemy.hit[0], &leave)
	}
	n := int32(0)
	for half := range 2 {
		wideAround(konane.ClassOf(c, half), enemy.movable[half], enemy.movable[1-half], &leave)
		n += own.safeJumps(half, enemy.hit[half], &leave)
	}
	return n
}

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
