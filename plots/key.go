package plots

import (
	"gonum.org/v1/plot"
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
