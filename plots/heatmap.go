package plots

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatData is a table of shares, 0..1, a row by row; NaN is an empty cell.
type HeatData struct {
	Title         string
	Unit          string // what a number in percent means
	Side          string // what the rows are, "" if their names say so
	Rows, Columns []string
	Values        [][]float64
}

// HeatMap draws the table as coloured cells with their numbers in percent. A larger
// share has a darker cell, in grey print too. The key shows the scale.
func HeatMap(data HeatData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("plots: heat map: %w", err)
	}
	p, grid := newPanel("", data.Side)
	p.Title.Text = data.Unit
	grid.Horizontal.Color, grid.Vertical.Color = nil, nil
	p.Add(cells(data))
	p.Y.Min, p.Y.Max = -.5, float64(len(data.Rows))-.5
	var ticks plot.ConstantTicks
	for i, name := range data.Rows {
		ticks = append(ticks, plot.Tick{Value: float64(len(data.Rows) - 1 - i), Label: name})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Tick.Color = white
	f := &Figure{title: data.Title, about: data.about(), panelHeight: vg.Length(len(data.Rows))*16 + 60, slantHeight: 50}
	f.panels = []panel{{plot: p, columns: data.Columns}}
	for _, percent := range []int{0, 25, 50, 75, 100} {
		f.key = append(f.key, keyEntry{fmt.Sprintf("%d %%", percent), []plot.Thumbnailer{swatch(float64(percent) / 100)}})
	}
	return f, nil
}

// about describes the first and the last row in words.
func (data HeatData) about() string {
	row := func(i int) string {
		var cells []string
		for k, v := range data.Values[i] {
			if !math.IsNaN(v) {
				cells = append(cells, fmt.Sprintf("%s %.0f %%", data.Columns[k], 100*v))
			}
		}
		return data.Rows[i] + ": " + strings.Join(cells, ", ") + "."
	}
	text := fmt.Sprintf("A table of %d rows and %d columns: %s. %s", len(data.Rows), len(data.Columns), data.Unit, row(0))
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
		return fmt.Errorf("%d rows of values for %d names", len(data.Values), len(data.Rows))
	}
	for i, row := range data.Values {
		if len(row) != len(data.Columns) {
			return fmt.Errorf("%s: %d values for %d columns", data.Rows[i], len(row), len(data.Columns))
		}
		for _, v := range row {
			if math.IsNaN(v) {
				continue
			}
			if err := shares(data.Rows[i]+": a value", v); err != nil {
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
				c.FillPolygon(heat(v), box)
				style.Color = inkOn(heat(v))
				text = fmt.Sprintf("%.0f", 100*v)
			}
			c.FillText(style, vg.Point{X: x(float64(j)), Y: y(top - .5)}, text)
		}
	}
}

// DataRange implements plot.DataRanger.
func (d cells) DataRange() (xmin, xmax, ymin, ymax float64) {
	return -.5, float64(len(d.Columns)) - .5, -.5, float64(len(d.Rows)) - .5
}
