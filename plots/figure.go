package plots

import (
	"fmt"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/files"
)

// Figure is a title, a key that names the marks, and panels one below the other.
// Functions such as Weights make figures.
type Figure struct {
	title       string
	about       string
	key         []keyEntry
	panels      []panel
	panelHeight vg.Length
	slantHeight vg.Length // what a panel needs in addition if the names below it are slanted
}

// Title is the figure's title.
func (f *Figure) Title() string { return f.title }

// About says in a few sentences what the figure shows, for those who do not see
// it.
func (f *Figure) About() string { return f.about }

// panel is one pair of axes. columns are names to write below it, 1 apart.
// right is the width that is free for what margin draws there; margin gets the
// whole panel and may be nil.
type panel struct {
	plot    *plot.Plot
	columns []string
	right   vg.Length
	margin  func(whole draw.Canvas)
}

// border is the empty edge of a figure, gap the space between its parts.
const (
	border = 6 * vg.Length(1)
	gap    = 6 * vg.Length(1)
)

func (f *Figure) draw(c draw.Canvas, l layout) {
	c.FillPolygon(white, []vg.Point{
		c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y},
	})
	c = draw.Crop(c, border, -border, border, -border)
	if l.title != "" {
		style := titleStyle()
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, l.title)
		c.Max.Y -= style.Height(l.title) + gap
	}
	if len(f.key) > 0 {
		drawKey(c, f.key)
		c.Max.Y -= keyHeight(f.key, c.Max.X-c.Min.X) + gap
	}
	for i, whole := range f.places(c) {
		f.panels[i].plot.Draw(whole)
		if margin := f.panels[i].margin; margin != nil {
			margin(whole)
		}
	}
}

// places is where the panels go. Several have their axes aligned: equal x values
// are in one column.
func (f *Figure) places(c draw.Canvas) []draw.Canvas {
	right := vg.Length(0)
	for _, p := range f.panels {
		right = max(right, p.right)
	}
	c.Max.X -= right
	if len(f.panels) == 1 {
		return []draw.Canvas{c}
	}
	column := make([][]*plot.Plot, len(f.panels))
	for i, p := range f.panels {
		column[i] = []*plot.Plot{p.plot}
	}
	var list []draw.Canvas
	for _, row := range plot.Align(column, draw.Tiles{Cols: 1, Rows: len(column), PadY: gap}, c) {
		list = append(list, row[0])
	}
	return list
}

// Save writes the figure to a file, whole or not at all. The extension is the
// format: .svg, .png or .pdf; any other is an error.
func Save(f *Figure, path string, s Style) error {
	data, err := encode(f, strings.ToLower(filepath.Ext(path)), s)
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
	return Encode(f, ".svg", Style{})
}

// Encode is the figure in a format: .svg, .png or .pdf.
func Encode(f *Figure, format string, s Style) ([]byte, error) {
	data, err := encode(f, format, s)
	if err != nil {
		return nil, fmt.Errorf("plots: %w", err)
	}
	return data, nil
}
