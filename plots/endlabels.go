package plots

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabel names a curve at its end.
type endLabel struct {
	name  string
	end   plotter.XY
	style draw.LineStyle
}

const (
	leader     = 14 * vg.Length(1) // from the end of the curve to the sample
	endSample  = 18 * vg.Length(1)
	endSpacing = 13 * vg.Length(1)
)

// labelled is a panel with the labels beside it.
func labelled(p *plot.Plot, labels []endLabel) panel {
	widest := vg.Length(0)
	for _, l := range labels {
		widest = max(widest, sans(9).Width(l.name))
	}
	right := leader + endSample + sampleGap + widest + 2
	return panel{plot: p, right: right, margin: func(whole draw.Canvas) { drawEndLabels(whole, p, labels) }}
}

// drawEndLabels draws the labels to the right of the panel in the order of the
// curves' ends, moved apart where they would overlap and led to their curve by
// a thin line.
func drawEndLabels(whole draw.Canvas, p *plot.Plot, labels []endLabel) {
	c := p.DataCanvas(whole)
	toX, toY := p.Transforms(&c)
	sorted := slices.Clone(labels)
	slices.SortStableFunc(sorted, func(a, b endLabel) int { return cmp.Compare(b.end.Y, a.end.Y) })
	wanted := make([]vg.Length, len(sorted))
	for i, l := range sorted {
		wanted[i] = toY(l.end.Y)
	}
	style := sans(9)
	style.YAlign = draw.YCenter
	for i, y := range apart(wanted, c.Min.Y, c.Max.Y) {
		l := sorted[i]
		x := c.Max.X + leader
		c.StrokeLine2(line(l.style.Color, .4, solid), toX(l.end.X)+1, wanted[i], x-2, y)
		c.StrokeLine2(l.style, x, y, x+endSample, y)
		c.FillText(style, vg.Point{X: x + endSample + sampleGap, Y: y + 1}, l.name)
	}
}

// apart moves falling heights to at least endSpacing from each other, as much
// up as down, and into the given range as far as there is room.
func apart(wanted []vg.Length, bottom, top vg.Length) []vg.Length {
	down, up := pushDown(wanted, math.MaxFloat32), pushUp(wanted, -math.MaxFloat32)
	middle := make([]vg.Length, len(wanted))
	for i := range middle {
		middle[i] = (down[i] + up[i]) / 2 // keeps the spacing, as both do
	}
	return pushUp(pushDown(middle, top), bottom)
}

func pushDown(wanted []vg.Length, ceiling vg.Length) []vg.Length {
	y := make([]vg.Length, len(wanted))
	for i, w := range wanted {
		y[i] = min(w, ceiling)
		ceiling = y[i] - endSpacing
	}
	return y
}

func pushUp(wanted []vg.Length, floor vg.Length) []vg.Length {
	y := make([]vg.Length, len(wanted))
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = max(wanted[i], floor)
		floor = y[i] + endSpacing
	}
	return y
}
