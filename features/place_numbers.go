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
	for _, p := range places {
		n.Offsets = append(n.Offsets, int32(l.Tables[p.Table].Offset))
		n.Sizes = append(n.Sizes, int32(len(p.Cells)))
	}
	for view := range g.Views {
		for _, p := range places {
			for _, c := range p.Cells {
				n.Bits = append(n.Bits, int32(g.Place(view, c.Row, c.Col)))
			}
		}
	}
	return n
}

// middle is the mean of a place's chunks.
func middle(g *pattern.Geometry, cells []pattern.Cell) float64 {
	sum := 0
	for _, c := range cells {
		sum += g.Place(0, c.Row, c.Col) / g.Width
	}
	return float64(sum) / float64(len(cells))
}
