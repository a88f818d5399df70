package agent

import "slices"

// End is where games usually end on boards of this many cells: the median of the
// progress of positions at the end of games of the agent evolved against itself.
// TestEnds in package arena measures it.
type End struct {
	Cells    int // 0: all boards have one size
	Progress float64
}

// End is where games of a variant usually end, as a part of the progress of
// features.Set, 0..1. It is interpolated between the board sizes that have been
// measured, and 1 for games without phases and those that nobody has measured.
func (g *bound[S, P]) End(variant string) float64 {
	if len(g.Ends) == 0 {
		return 1
	}
	cells := 0
	if s, err := g.Rules.Start(variant); err == nil && g.Cells != nil {
		cells = g.Cells(&s)
	}
	at := slices.IndexFunc(g.Ends, func(e End) bool { return e.Cells >= cells })
	switch {
	case at == 0:
		return g.Ends[0].Progress
	case at < 0:
		return g.Ends[len(g.Ends)-1].Progress
	}
	low, high := g.Ends[at-1], g.Ends[at]
	return low.Progress + (high.Progress-low.Progress)*float64(cells-low.Cells)/float64(high.Cells-low.Cells)
}
