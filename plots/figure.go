package plots

import (
	"fmt"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/files"
)

// Figure is a page part: a title, a key that names the marks, and panels one
// below the other. It is made by LearningCurve, WinRates or Weights.
type Figure struct {
	title       string
	key         []keyEntry
	panels      []panel
	panelHeight vg.Length
}

// panel is one pair of axes. right is kept free beside it for what margin
// draws there; margin gets the whole panel and may be nil.
type panel struct {
	plot   *plot.Plot
	right  vg.Length
	margin func(whole draw.Canvas)
}

// width is the text width of a report on A4 paper.
const width = 16 * vg.Centimeter

// border is the empty edge of a figure, gap the space between its parts.
const (
	border = 6 * vg.Length(1)
	gap    = 6 * vg.Length(1)
)

// size is the width and height of the figure.
func (f *Figure) size() (vg.Length, vg.Length) {
	height := 2*border + titleStyle().Height(f.title) + gap
	if len(f.key) > 0 {
		height += keyHeight(f.key, width-2*border) + gap
	}
	return width, height + (f.panelHeight+gap)*vg.Length(len(f.panels)) - gap
}

func (f *Figure) draw(c draw.Canvas) {
	c.FillPolygon(white, []vg.Point{
		c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y},
	})
	c = draw.Crop(c, border, -border, border, -border)
	style := titleStyle()
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, f.title)
	c.Max.Y -= style.Height(f.title) + gap
	if len(f.key) > 0 {
		drawKey(c, f.key)
		c.Max.Y -= keyHeight(f.key, c.Max.X-c.Min.X) + gap
	}
	for _, p := range f.panels {
		whole := c
		whole.Min.Y = c.Max.Y - f.panelHeight
		c.Max.Y = whole.Min.Y - gap
		whole.Max.X -= p.right
		p.plot.Draw(whole)
		if p.margin != nil {
			p.margin(whole)
		}
	}
}

// Save writes the figure to a file, whole or not at all. The extension is the
// format: .svg, .png (200 dots per inch) or .pdf; any other is an error.
func Save(f *Figure, path string) error {
	data, err := encode(f, strings.ToLower(filepath.Ext(path)))
	if err != nil {
		return fmt.Errorf("plots: save %q: %w", path, err)
	}
	if err := files.Replace(path, data); err != nil {
		return fmt.Errorf("plots: save %q: %w", path, err)
	}
	return nil
}

// SVG is the figure as a picture for web pages.
func SVG(f *Figure) ([]byte, error) {
	data, err := encode(f, ".svg")
	if err != nil {
		return nil, fmt.Errorf("plots: %w", err)
	}
	return data, nil
}
