package features

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"evolab/features/pattern"
)

// Place is what one place of the patterns contributes.
type Place struct {
	Shape string `json:"shape"`
	// Cells are the rows and columns that it reads, counted from 0 at the top left.
	Cells [][2]int `json:"cells"`
	// Board is how these look to the side to move: rows with a slash between them,
	// x an own piece, o an enemy one, . an empty cell, - one that is not read.
	Board        string   `json:"board"`
	Weight       float64  `json:"weight"` // of this arrangement, in the unit of the feature patterns
	Contribution float64  `json:"contribution"`
	Share        *float64 `json:"share"` // as that of features
}

// addPlaces lists the ten places that contribute most, in a phase and fraction of
// the way to the next one, with the weight of their sum.
func (e *Explanation) addPlaces(l *pattern.Layout, tables [][]byte, c *Chunks, phase, fraction int, share float64) {
	early, late := tables[min(phase, len(tables)-1)], tables[min(phase+1, len(tables)-1)]
	for i := range l.Places {
		p := &l.Places[i]
		place := Place{Shape: l.Tables[p.Table].Shape}
		entry, power := l.Tables[p.Table].Offset, 1
		signs := make([]byte, len(p.Cells))
		seen := make([]pattern.Cell, len(p.Cells))
		for j, cell := range p.Cells {
			state := c.state(&l.Geometry, cell)
			entry, power = entry+state*power, power*l.Geometry.States()
			signs[j], seen[j] = l.Geometry.Sign(cell, state), l.Geometry.Seen(c.View, cell)
			place.Cells = append(place.Cells, [2]int{seen[j].Row, seen[j].Col})
		}
		place.Board = pattern.Draw(seen, signs)
		value := float64((256-fraction)*(int(early[entry])-pattern.Zero)+fraction*(int(late[entry])-pattern.Zero)) / 256
		place.Weight, place.Contribution = value/EntryUnit, value*share/Unit
		if value != 0 {
			e.Places = append(e.Places, place)
		}
	}
	slices.SortStableFunc(e.Places, func(a, b Place) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
	e.Places = e.Places[:min(len(e.Places), 10)]
}

// state is that of a cell in the view of the board.
func (c *Chunks) state(g *pattern.Geometry, cell pattern.Cell) (state int) {
	bit := g.Place(0, cell.Row, cell.Col)
	if c.View == 1 {
		bit = g.Place(1, cell.Row, cell.Col)
	}
	for plane := range g.Planes {
		if c.At[plane*g.Chunks+bit/g.Width]>>(bit%g.Width)&1 == 1 {
			state = plane + 1
		}
	}
	return state
}

// explainPlaces fills in the places of an evaluation with patterns.
func (l *Linear[S]) explainPlaces(set *Set[S], w *Weights, s *S, e *Explanation, share float64) error {
	layout, err := set.layOut(w.Variant, w.Patterns.Shapes)
	if err != nil {
		return fmt.Errorf("features: patterns: %w", err)
	}
	phase, fraction := l.at(s)
	l.show(s, &l.chunks)
	if l.chunks.Form == layout.Geometry.Form {
		e.addPlaces(layout, l.patterns.tables, &l.chunks, phase, fraction, share)
	}
	return nil
}
