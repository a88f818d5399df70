package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// keyEntry says what a kind of mark means. The key is above the panels, where it
// cannot cover data.
type keyEntry struct {
	name   string
	sample []plot.Thumbnailer
}

const (
	sampleWidth  = 20 * vg.Length(1)
	sampleHeight = 9 * vg.Length(1)
	sampleGap    = 4 * vg.Length(1)
	entryGap     = 10 * vg.Length(1)
	keyLine      = 14 * vg.Length(1)
)

func (e keyEntry) width() vg.Length {
	return sampleWidth + sampleGap + sans(9).Width(e.name)
}

// keyRows breaks the entries into rows of at most the given width.
func keyRows(entries []keyEntry, width vg.Length) [][]keyEntry {
	var rows [][]keyEntry
	used := vg.Length(0)
	for _, e := range entries {
		if len(rows) == 0 || used+entryGap+e.width() > width {
			rows = append(rows, nil)
			used = -entryGap
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += entryGap + e.width()
	}
	return rows
}

func keyHeight(entries []keyEntry, width vg.Length) vg.Length {
	return keyLine * vg.Length(len(keyRows(entries, width)))
}

// drawKey draws the entries at the top of the canvas, each row centred.
func drawKey(c draw.Canvas, entries []keyEntry) {
	style := sans(9)
	style.YAlign = draw.YCenter
	y := c.Max.Y - keyLine/2
	for _, row := range keyRows(entries, c.Max.X-c.Min.X) {
		total := -entryGap
		for _, e := range row {
			total += entryGap + e.width()
		}
		x := c.Center().X - total/2
		for _, e := range row {
			box := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: y - sampleHeight/2},
				Max: vg.Point{X: x + sampleWidth, Y: y + sampleHeight/2},
			}}
			for _, s := range e.sample {
				s.Thumbnail(&box)
			}
			c.FillText(style, vg.Point{X: x + sampleWidth + sampleGap, Y: y + 1}, e.name)
			x += e.width() + entryGap
		}
		y -= keyLine
	}
}

// endLabel names a curve at its end.
type endLabel struct {
	name  string
	end   plotter.XY
	style draw.LineStyle
}

const (
	leaderLength = 14 * vg.Length(1) // from the end of the curve to the sample
	endSample    = 18 * vg.Length(1)
	endSpacing   = 13 * vg.Length(1)
)

// labelled is a panel with the labels beside it.
func labelled(p *plot.Plot, labels []endLabel) panel {
	widest := vg.Length(0)
	for _, l := range labels {
		widest = max(widest, sans(9).Width(l.name))
	}
	right := leaderLength + endSample + sampleGap + widest + 2
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
	for i, y := range spaced(wanted, c.Min.Y, c.Max.Y) {
		l := sorted[i]
		x := c.Max.X + leaderLength
		c.StrokeLine2(line(l.style.Color, .4, solid), toX(l.end.X)+1, wanted[i], x-2, y)
		c.StrokeLine2(l.style, x, y, x+endSample, y)
		c.FillText(style, vg.Point{X: x + endSample + sampleGap, Y: y + 1}, l.name)
	}
}

// spaced moves falling heights to at least endSpacing from each other, as much
// up as down, and into the given range as far as there is room.
func spaced(wanted []vg.Length, bottom, top vg.Length) []vg.Length {
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

// maxNamed is how many curves get a colour and a name; the others are grey.
const maxNamed = 10

// colours are the styles of the named curves, in order. Colours that look alike in
// grey print have different dashes.
func colours() [maxNamed]draw.LineStyle {
	return [maxNamed]draw.LineStyle{
		line(black, 1.5, solid), line(vermilion, 1.5, dashed), line(blue, 1.5, solid), line(green, 1.5, mixed),
		line(orange, 1.5, solid), line(purple, 1.6, dotted), line(skyBlue, 1.5, broken), line(black, 1.3, dotted),
		line(blue, 1.6, dotted), line(orange, 1.5, dashed),
	}
}

// absent stands for a curve that a panel does not have.
const absent = -1

// addColoured draws curves, the first on top, and names them at their ends. absent
// keeps the style of a curve that other panels show.
func addColoured(p *plot.Plot, curves []plotter.XYs, which []int, name func(int) string) []endLabel {
	styles := colours()
	var labels []endLabel
	for i, k := range slices.Backward(which) {
		if k == absent {
			continue
		}
		p.Add(curve(curves[k], styles[i])...)
		labels = append(labels, endLabel{name(k), curves[k][len(curves[k])-1], styles[i]})
	}
	return labels
}

// addGrey draws the curves that get no colour.
func addGrey(p *plot.Plot, curves []plotter.XYs, others []int, what string) []keyEntry {
	style := othersLine()
	for _, k := range others {
		p.Add(curve(curves[k], style)...)
	}
	name := "the other " + what
	if len(others) > 1 {
		name = fmt.Sprintf("the other %d %ss", len(others), what)
	}
	return []keyEntry{{name, []plot.Thumbnailer{&plotter.Line{LineStyle: style}}}}
}
