// Package plots draws the figures of a report: learning curve, win rates,
// weights, claims and heat maps, from plain data, with the same bytes for the
// same data.
package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"evolab/internal/files"
	"evolab/internal/untrusted"
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
	data        table     // what it shows, as numbers
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
// format, as Encode has them; any other is an error.
func Save(f *Figure, path string, s Style) error {
	data, err := encode(f, strings.ToLower(filepath.Ext(path)), s)
	if err != nil {
		return fmt.Errorf("save %q: %w", path, err)
	}
	if err := files.Replace(path, data); err != nil {
		return fmt.Errorf("save %q: %w", path, err)
	}
	return nil
}

// SVG encodes the figure for web pages.
func SVG(f *Figure) ([]byte, error) {
	return Encode(f, ".svg", Style{})
}

// Encode encodes the figure as .svg, .png or .pdf, or the numbers that it shows as .csv.
func Encode(f *Figure, format string, s Style) ([]byte, error) {
	data, err := encode(f, format, s)
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Style is how figures are drawn. Letters and lines keep their size in print
// whatever the figure's size; the zero value suits a report on A4 paper.
type Style struct {
	Width       float64 `key:"width" doc:"width" unit:"centimetres" range:"10..100" derived:"16, the text width of A4 paper"`
	Height      float64 `key:"height" doc:"height" unit:"centimetres" range:"5..100" derived:"what the figure needs"`
	DotsPerInch int     `key:"dpi" doc:"dots per inch of PNG files" range:"50..1200" derived:"200, enough for print"`
	NoTitle     bool    `key:"no_title" doc:"omit the title, for figures that have a caption"`
}

// ErrStyle is the error of a figure that cannot be drawn in a style.
var ErrStyle = errors.New("the figure does not fit")

// maxPictureDots limits a whole picture.
const maxPictureDots = 100_000_000

// dots is the resolution of PNG files, per inch.
func (s Style) dots() int {
	if s.DotsPerInch == 0 {
		return 200
	}
	return s.DotsPerInch
}

// layout is the measures of a figure in a style.
type layout struct {
	width, height vg.Length
	title         string // in as many lines as it needs
}

// layout wraps texts to the width and finds the figure's height.
func (f *Figure) layout(s Style) (layout, error) {
	l := layout{width: 16 * vg.Centimeter}
	if s.Width > 0 {
		l.width = vg.Length(s.Width) * vg.Centimeter
	}
	head := 2*border - gap
	if !s.NoTitle {
		l.title = inLines(titleStyle(), f.title, l.width-2*border)
		head += titleStyle().Height(l.title) + gap
	}
	if len(f.key) > 0 {
		head += keyHeight(f.key, l.width-2*border) + gap
	}
	high, count := f.panelHeight, vg.Length(len(f.panels))
	for _, p := range f.panels {
		if p.fit(l.width) {
			high = f.panelHeight + f.slantHeight
		}
	}
	l.height = head + (high+gap)*count
	if s.Height == 0 {
		return l, nil
	}
	l.height = vg.Length(s.Height) * vg.Centimeter
	const shortestPanel = 3 * vg.Centimeter // at which axes are legible
	if least := head + (shortestPanel+gap)*count; l.height < least {
		return l, fmt.Errorf("%w: %q needs a height of at least %.0f cm", ErrStyle, f.title, math.Ceil(float64(least/vg.Centimeter)))
	}
	return l, nil
}

// Fits is ErrStyle where the figure cannot be drawn in the style.
func Fits(f *Figure, s Style) error {
	l, err := f.layout(s)
	if err != nil {
		return err
	}
	if x, y := l.width.Dots(float64(s.dots())), l.height.Dots(float64(s.dots())); x*y > maxPictureDots {
		return fmt.Errorf("%w: a picture of %.0f x %.0f dots (allowed: %s in all)", ErrStyle, x, y, Thousands(maxPictureDots))
	}
	return nil
}

// fit wraps the texts of the panel to a width and reports whether the names below
// it are slanted.
func (p *panel) fit(width vg.Length) bool {
	free := width - 2*border - p.right - 30
	p.thin(width, free)
	p.plot.Title.Text = inLines(p.plot.Title.TextStyle, p.plot.Title.Text, free)
	p.plot.X.Label.Text = inLines(p.plot.X.Label.TextStyle, p.plot.X.Label.Text, free)
	return p.columns != nil && nameTicks(p.plot, p.columns, width)
}

// thin leaves numbers of the x axis out where a narrow figure has no room for all.
func (p *panel) thin(width, free vg.Length) {
	const narrow = 12 * vg.Centimeter
	marker := &p.plot.X.Tick.Marker
	if s, ok := (*marker).(sparseTicks); ok {
		*marker = s.roundTicks
	}
	if round, ok := (*marker).(roundTicks); ok && width < narrow {
		*marker = sparseTicks{round, free}
	}
}

// inLines wraps a text into lines of at most the given width.
func inLines(style text.Style, words string, width vg.Length) string {
	var lines []string
	for _, word := range strings.Fields(words) {
		if n := len(lines); n > 0 && style.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}

// encode returns the bytes of a figure in the format of a file extension.
func encode(f *Figure, extension string, s Style) ([]byte, error) {
	if extension == ".csv" {
		return f.data.csv(), nil
	}
	l, err := f.layout(s)
	if err != nil {
		return nil, err
	}
	w, h := l.width, l.height
	var c vg.CanvasWriterTo
	switch extension {
	case ".svg":
		c = vgsvg.New(w, h)
	case ".png":
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(s.dots()))}
	case ".pdf":
		undatedPDF()
		c = vgpdf.New(w, h)
	default:
		return nil, fmt.Errorf("format %q (allowed: .svg, .png, .pdf, .csv)", extension)
	}
	f.draw(draw.NewCanvas(c, w, h), l)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	if extension == ".svg" {
		o := newOutlines()
		svg, err := o.replace(b.Bytes())
		if err != nil {
			return nil, err
		}
		svg = f.described(svg, o.letters.Bytes())
		return []byte(untrusted.Text(string(svg))), nil // names are other people's texts
	}
	return b.Bytes(), nil
}

// described puts title and description where screen readers look for them,
// which the library cannot, and the shapes of letters after them.
func (f *Figure) described(svg, letters []byte) []byte {
	var text bytes.Buffer
	text.WriteString(`<svg role="img"`)
	open := bytes.Index(svg, []byte("<svg"))
	end := open + bytes.IndexByte(svg[open:], '>') + 1
	text.Write(svg[open+len("<svg") : end])
	for _, part := range [][2]string{{"title", f.title}, {"desc", f.about}} {
		fmt.Fprintf(&text, "\n<%s>", part[0])
		_ = xml.EscapeText(&text, []byte(part[1])) // a buffer takes everything
		fmt.Fprintf(&text, "</%s>", part[0])
	}
	fmt.Fprintf(&text, "\n<defs>\n%s</defs>", letters)
	return slices.Concat(svg[:open], text.Bytes(), svg[end:])
}

// undatedPDF makes PDF files depend on the figure alone. The library that vgpdf
// writes them with uses the clock and the order of its maps unless its process-wide
// defaults say otherwise.
var undatedPDF = sync.OnceFunc(func() {
	fixed := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(fixed)
	fpdf.SetDefaultModificationDate(fixed)
	fpdf.SetDefaultCatalogSort(true)
})
