package features

import (
	"cmp"
	"slices"

	"evolab/features/pattern"
)

// PlaceNumbers is where the places of a layout read, without tables. Places that
// the same chunks add to lie next to each other, so that few chunks add to a block.
func PlaceNumbers(l *pattern.Layout) *PatternNumbers {
	g := &l.Geometry
	n := &PatternNumbers{
		Form: g.Form, Planes: g.Planes, Chunks: g.Chunks, Width: g.Width, Views: g.Views, Spare: int32(l.Entries()),
	}
	places := slices.Clone(l.Places)
	slices.SortStableFunc(places, func(a, b pattern.Place) int {
		return cmp.Compare(middle(g, a.Cells), middle(g, b.Cells))
	})
	blocks := (len(places) + blockPlaces - 1) / blockPlaces
	for i, p := range places {
		n.Offsets = append(n.Offsets, int32(l.Tables[p.Table].Offset))
		for view := range g.Views {
			n.link(g, view, Link{Block: int32(view*blocks + i/blockPlaces), Place: int32(i % blockPlaces), Power: 1}, p.Cells)
		}
	}
	slices.SortStableFunc(n.Links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Bit, b.Bit))
	})
	return n
}

// link adds the links of a place, given one with the rest filled in.
func (n *PatternNumbers) link(g *pattern.Geometry, view int, link Link, cells []pattern.Cell) {
	for _, c := range cells {
		link.Bit = int32(g.Place(view, c.Row, c.Col))
		n.Links = append(n.Links, link)
		link.Power *= int32(g.States())
	}
}

// middle is the mean of a place's chunks.
func middle(g *pattern.Geometry, cells []pattern.Cell) float64 {
	sum := 0
	for _, c := range cells {
		sum += g.Place(0, c.Row, c.Col) / g.Width
	}
	return float64(sum) / float64(len(cells))
}
