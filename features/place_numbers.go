package features

import (
	"cmp"
	"math/bits"
	"slices"

	"evolab/features/pattern"
)

// PlaceNumbers is where the places of a layout read, without tables.
func PlaceNumbers(l *pattern.Layout) *PatternNumbers {
	g := &l.Geometry
	n := &PatternNumbers{Form: g.Form, Planes: g.Planes, Chunks: g.Chunks, Width: g.Width, Views: g.Views}
	places, slots := placesInOrder(l), placeSlots(l)
	inSlots := make([]pattern.Place, blockPlaces*(1+slices.Max(slots)/blockPlaces))
	for i, p := range places {
		inSlots[slots[i]] = p
	}
	for _, p := range inSlots {
		offset := int32(l.Entries()) // of the spare entry
		if len(p.Cells) > 0 {
			offset = int32(l.Tables[p.Table].Offset)
		}
		n.Offsets, n.Sizes = append(n.Offsets, offset), append(n.Sizes, int32(len(p.Cells)))
	}
	for view := range g.Views {
		for _, p := range inSlots {
			for _, c := range p.Cells {
				n.Bits = append(n.Bits, int32(g.Place(view, c.Row, c.Col)))
			}
		}
	}
	return n
}

// placesInOrder is the places of a layout in the order in which learners see
// their entries.
func placesInOrder(l *pattern.Layout) []pattern.Place {
	g := &l.Geometry
	return slices.SortedStableFunc(slices.Values(l.Places), func(a, b pattern.Place) int {
		return cmp.Compare(middle(g, a.Cells), middle(g, b.Cells))
	})
}

// middle is the mean of a place's chunks.
func middle(g *pattern.Geometry, cells []pattern.Cell) float64 {
	sum := 0
	for _, c := range cells {
		sum += g.Place(0, c.Row, c.Col) / g.Width
	}
	return float64(sum) / float64(len(cells))
}

// placeSlots gives each place in order its slot in the blocks, so that few chunks add
// to a block, and many blocks get the same from a chunk: a block begins with the first
// place on the board that is left, and continues with those that add the fewest
// chunks.
func placeSlots(l *pattern.Layout) []int {
	places := placesInOrder(l)
	slots, reads := make([]int, len(places)), make([]uint64, len(places))
	var left []int // places without a slot, from the top left of the board on
	for i, p := range places {
		left = append(left, i)
		for _, c := range p.Cells {
			reads[i] |= 1 << (l.Geometry.Place(0, c.Row, c.Col) / l.Geometry.Width)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int { return slices.CompareFunc(sorted(places[a]), sorted(places[b]), compareCells) })
	block := uint64(0)
	for slot := range slots {
		if slot%blockPlaces == 0 {
			block = 0
		}
		next := nextPlace(reads, left, block)
		slots[left[next]] = slot
		block |= reads[left[next]]
		left = slices.Delete(left, next, next+1)
	}
	return slots
}

func sorted(p pattern.Place) []pattern.Cell {
	return slices.SortedFunc(slices.Values(p.Cells), compareCells)
}

func compareCells(a, b pattern.Cell) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// nextPlace is the first of the places left that adds the fewest chunks to a
// block; to begin a block it is the first one.
func nextPlace(reads []uint64, left []int, block uint64) int {
	best := 0
	for i, place := range left {
		if block != 0 && bits.OnesCount64(reads[place]&^block) < bits.OnesCount64(reads[left[best]]&^block) {
			best = i
		}
	}
	return best
}
