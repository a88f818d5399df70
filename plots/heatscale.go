package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// heat is the colour of a share, from pale yellow through green to dark blue: the
// scale YlGnBu of ColorBrewer (Brewer 2003). Each step is darker than the last, so
// grey print and any colour vision keep the order.
func heat(share float64) color.NRGBA {
	scale := [...]color.NRGBA{
		{255, 255, 217, 255}, {237, 248, 177, 255}, {199, 233, 180, 255}, {127, 205, 187, 255}, {65, 182, 196, 255},
		{29, 145, 192, 255}, {34, 94, 168, 255}, {37, 52, 148, 255}, {8, 29, 88, 255},
	}
	at := max(0, min(1, share)) * float64(len(scale)-1)
	i := min(int(at), len(scale)-2)
	mixed := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := scale[i], scale[i+1]
	return color.NRGBA{mixed(a.R, b.R), mixed(a.G, b.G), mixed(a.B, b.B), 255}
}

// luminance is how light a colour is, 0..1 (the relative luminance of WCAG 2).
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > .04045 {
			return math.Pow((s+.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}

// contrast is that of two colours, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

// inkOn is black or white, whichever is easier to read on a colour.
func inkOn(c color.NRGBA) color.NRGBA {
	if contrast(white, c) > contrast(black, c) {
		return white
	}
	return black
}

// swatch is the colour of a share in the key.
type swatch float64

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	box := []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}}
	c.FillPolygon(heat(float64(s)), box)
	c.StrokeLines(line(grey, .4, solid), append(box, box[0]))
}
