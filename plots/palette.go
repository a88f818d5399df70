package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg/draw"
)

// Palette is how series are drawn, in figures and by a page that draws them itself, so
// that a series looks the same in both.
type Palette struct {
	Ranked    []Look `json:"ranked"` // of curves of one kind, the best or largest first
	Others    Look   `json:"others"` // of those that follow
	Validated Look   `json:"validated"`
	Claimed   Look   `json:"claimed"`
	Mean      Look   `json:"mean"`
}

// Look is how one series is drawn. Its colours, as #rrggbb, have a contrast of at least 3
// on white paper and on a light page, or on a dark one.
type Look struct {
	Light  string    `json:"light"`
	Dark   string    `json:"dark"`
	Width  float64   `json:"width"`  // in points
	Dashes []float64 `json:"dashes"` // the lengths of strokes and gaps, in points; none: solid
}

// Colours is the palette of all figures.
func Colours() Palette {
	p := Palette{Others: look(othersLine()), Validated: look(validatedLine()), Claimed: look(claimedLine()), Mean: look(meanLine())}
	for _, style := range colours() {
		p.Ranked = append(p.Ranked, look(style))
	}
	return p
}

func validatedLine() draw.LineStyle { return line(vermilion, 1.5, solid) }
func claimedLine() draw.LineStyle   { return line(blue, 1.1, solid) }
func meanLine() draw.LineStyle      { return line(black, 1.1, dashed) }
func othersLine() draw.LineStyle    { return line(grey, .6, solid) }

func look(style draw.LineStyle) Look {
	l := Look{Width: style.Width.Points(), Dashes: []float64{}}
	for _, d := range style.Dashes {
		l.Dashes = append(l.Dashes, d.Points())
	}
	ink := style.Color.(color.NRGBA)
	l.Light, l.Dark = hex(ink), hex(onDark(ink))
	return l
}

// onDark is the colour on a dark page that stands for one of the palette.
func onDark(c color.NRGBA) color.NRGBA {
	switch c {
	case black:
		return color.NRGBA{R: 0xf0, G: 0xf0, B: 0xf0, A: 255}
	case orange:
		return color.NRGBA{R: 0xe6, G: 0x9f, A: 255}
	case skyBlue:
		return color.NRGBA{R: 0x7c, G: 0xc4, B: 0xf2, A: 255}
	case green:
		return color.NRGBA{R: 0x2f, G: 0xc7, B: 0x9a, A: 255}
	case blue:
		return color.NRGBA{R: 0x56, G: 0xa8, B: 0xe0, A: 255}
	case vermilion:
		return color.NRGBA{R: 0xff, G: 0x8a, B: 0x3d, A: 255}
	case purple:
		return color.NRGBA{R: 0xdd, G: 0x92, B: 0xbd, A: 255}
	}
	return c // grey, in the middle of both
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
