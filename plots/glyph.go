package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// hollowGlyph is a circle filled with white, which hides the error bar behind it.
type hollowGlyph struct{}

// DrawGlyph draws the circle around a point.
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
