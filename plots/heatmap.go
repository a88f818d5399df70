package plots

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
)

// HeatData is a table of shares, 0..1, a row by row; NaN is an empty cell.
type HeatData struct {
	Title         string
	Low, High     float64 // the shares with the lightest and the darkest colour; both 0: 0 and 1
	Unit          string  // what a number in percent means
	Side          string  // what the rows are, "" if their names say so
	Rows, Columns []string
	Below         string // what the columns are, "" if their names say so
	Values        [][]float64
}

// scale are the shares with the lightest and the darkest colour.
func (data HeatData) scale() shades {
	if data.Low == 0 && data.High == 0 {
		return shades{0, 1}
	}
	return shades{data.Low, data.High}
}

// shades say which shares have the lightest and the darkest colour.
type shades struct{ low, high float64 }

func (s shades) at(share float64) float64 {
	if s.high == s.low {
		return .5
	}
	return (share - s.low) / (s.high - s.low)
}

// text is a share in percent, with as many decimals as tell the shades apart.
func (s shades) text(share float64) string {
	return strconv.FormatFloat(100*share, 'f', s.decimals(), 64)
}

func (s shades) decimals() int {
	if s.high-s.low < .5 {
		return 1
	}
	return 0
}

func (s shades) key() (list []keyEntry) {
	for i := range 5 {
		share := s.low + float64(float64(i)*(s.high-s.low))/4
		list = append(list, keyEntry{s.text(share) + " %", []plot.Thumbnailer{swatch(s.at(share))}})
	}
	return list
}

// HeatMap draws the table as coloured cells with their numbers in percent. A larger
// share has a darker cell, in grey print too. The key shows the scale.
func HeatMap(data HeatData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("heat map: %w", err)
	}
	p, grid := newPanel(data.Below, data.Side)
	p.Title.Text = data.Unit
	grid.Horizontal.Color, grid.Vertical.Color = nil, nil
	p.Add(cells(data))
	nameRows(p, data.Rows)
	f := &Figure{title: data.Title, about: data.about(), panelHeight: vg.Length(len(data.Rows))*16 + 60, slantHeight: 50}
	f.panels = []panel{{plot: p, columns: data.Columns}}
	f.key = data.scale().key()
	f.data.add(cmp.Or(data.Side, "row"), data.Columns)
	for i, name := range data.Rows {
		f.data.add(name, data.Values[i])
	}
	return f, nil
}

// about describes the first and the last row in words.
func (data HeatData) about() string {
	row := func(i int) string {
		var cells []string
		for k, v := range data.Values[i] {
			if !math.IsNaN(v) {
				cells = append(cells, data.Columns[k]+" "+data.scale().text(v)+" %")
			}
		}
		return data.Rows[i] + ": " + strings.Join(cells, ", ") + "."
	}
	text := fmt.Sprintf("A table of %s and %s: %s. %s", quantity.Of(len(data.Rows), "row"), quantity.Of(len(data.Columns), "column"), data.Unit, row(0))
	if last := len(data.Rows) - 1; last > 0 {
		text += " " + row(last)
	}
	return text
}

func (data HeatData) check() error {
	if len(data.Rows) == 0 || len(data.Columns) == 0 {
		return errors.New("no rows or no columns")
	}
	if len(data.Values) != len(data.Rows) {
		return fmt.Errorf("%s of values for %s", quantity.Of(len(data.Values), "row"), quantity.Of(len(data.Rows), "name"))
	}
	for i, row := range data.Values {
		if len(row) != len(data.Columns) {
			return fmt.Errorf("%s: %s for %s", data.Rows[i], quantity.Of(len(row), "value"), quantity.Of(len(data.Columns), "column"))
		}
		for _, v := range row {
			if math.IsNaN(v) {
				continue
			}
			if err := checkShares(data.Rows[i]+": a value", v); err != nil {
				return err
			}
		}
	}
	return nil
}

// cells is a table of coloured squares with their numbers.
type cells HeatData

// Plot implements plot.Plotter.
func (d cells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	scale := HeatData(d).scale()
	style := sans(8.5)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	for i, row := range d.Values {
		top := float64(len(d.Rows)-1-i) + .5
		for j, v := range row {
			left := float64(j) - .5
			box := []vg.Point{{X: x(left), Y: y(top - 1)}, {X: x(left + 1), Y: y(top - 1)}, {X: x(left + 1), Y: y(top)}, {X: x(left), Y: y(top)}}
			text := "-"
			style.Color = black
			if !math.IsNaN(v) {
				shade := heat(scale.at(v))
				c.FillPolygon(shade, box)
				style.Color = textColour(shade)
				text = scale.text(v)
			}
			c.FillText(style, vg.Point{X: x(float64(j)), Y: y(top - .5)}, text)
		}
	}
}

// DataRange implements plot.DataRanger.
func (d cells) DataRange() (xmin, xmax, ymin, ymax float64) {
	return -.5, float64(len(d.Columns)) - .5, -.5, float64(len(d.Rows)) - .5
}

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

// textColour is black or white, whichever is easier to read on a colour.
func textColour(c color.NRGBA) color.NRGBA {
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
