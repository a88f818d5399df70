package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// The colours that people with any colour vision tell apart (Okabe and Ito,
// "Color Universal Design", 2008), without the yellow, which paper swallows, and those that
// are pale on paper darker.
var (
	black     = color.NRGBA{A: 255}
	white     = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	orange    = color.NRGBA{R: 0xb3, G: 0x74, A: 255}
	skyBlue   = color.NRGBA{R: 0x2b, G: 0x8c, B: 0xc4, A: 255}
	green     = color.NRGBA{G: 0x9e, B: 0x73, A: 255}
	blue      = color.NRGBA{G: 0x72, B: 0xb2, A: 255}
	vermilion = color.NRGBA{R: 0xd5, G: 0x5e, A: 255}
	purple    = color.NRGBA{R: 0xb0, G: 0x56, B: 0x8c, A: 255}

	faint = color.NRGBA{R: 225, G: 225, B: 225, A: 255} // the grid
	grey  = color.NRGBA{R: 136, G: 136, B: 136, A: 255}
)

func shade(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(255*opacity + .5)
	return c
}

// Dashes tell lines apart where colours do not: in grey print.
var (
	solid  []vg.Length
	dashed = []vg.Length{5, 2.5}
	dotted = []vg.Length{1.2, 2}
	mixed  = []vg.Length{7, 2, 1.2, 2}
	broken = []vg.Length{12, 3}
)

func line(c color.Color, points vg.Length, dashes []vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: points, Dashes: dashes}
}

func sans(points font.Length) text.Style {
	return text.Style{
		Color:   black,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: points},
		Handler: plot.DefaultTextHandler,
	}
}

// titleStyle is larger, not bold: vgpdf cannot write the bold font.
func titleStyle() text.Style {
	s := sans(12.5)
	s.XAlign, s.YAlign = draw.XCenter, draw.YTop
	return s
}

// newPanel returns axes with a light grid and nothing in them.
func newPanel(x, y string) (*plot.Plot, *plotter.Grid) {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle.Font = sans(10).Font
	p.Title.Padding = 3
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(10).Font
		axis.Label.Padding = 4
		axis.Tick.Label.Font = sans(9).Font
		axis.Tick.Length = 4
		axis.Padding = 0
	}
	grid := plotter.NewGrid()
	grid.Vertical, grid.Horizontal = line(faint, .5, solid), line(faint, .5, solid)
	p.Add(grid)
	return p, grid
}

// nameRows makes the y axis a row for each name, the first on top.
func nameRows(p *plot.Plot, names []string) {
	n := len(names)
	p.Y.Min, p.Y.Max = -.5, float64(n)-.5
	ticks := make(plot.ConstantTicks, n)
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(n - 1 - i), Label: name}
	}
	p.Y.Tick.Marker, p.Y.Tick.Color = ticks, white
}

// span is an interval at a place on the x axis.
type span struct{ x, low, high float64 }

// newBand is the area between the lower and upper ends of the spans.
func newBand(spans []span, fill color.Color, edge draw.LineStyle) *plotter.Polygon {
	n := len(spans)
	outline := make(plotter.XYs, 2*n)
	for i, s := range spans {
		outline[i] = plotter.XY{X: s.x, Y: s.low}
		outline[2*n-1-i] = plotter.XY{X: s.x, Y: s.high}
	}
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: fill, LineStyle: edge}
}

func newBars(spans []span, style draw.LineStyle, ends vg.Length) *plotter.YErrorBars {
	bars := &plotter.YErrorBars{LineStyle: style, CapWidth: ends}
	for _, s := range spans {
		bars.XYs = append(bars.XYs, plotter.XY{X: s.x, Y: s.low})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{0, s.high - s.low})
	}
	return bars
}

func spanOf(x float64, e stats.Estimate) span { return span{x, e.Low, e.High} }

// hollowGlyph is a circle filled with white, which hides the error bar behind it.
type hollowGlyph struct{}

func (hollowGlyph) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetColor(white)
	draw.CircleGlyph{}.DrawGlyph(c, style, at) // in the canvas's colour, not the style's
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: 1.1})
	var circle vg.Path
	circle.Move(vg.Point{X: at.X + style.Radius, Y: at.Y})
	circle.Arc(at, style.Radius, 0, 2*math.Pi)
	circle.Close()
	c.Stroke(circle)
}
