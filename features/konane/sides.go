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
