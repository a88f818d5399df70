package plots

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HeatData is a table of shares, 0..1, a row by row; NaN is an empty cell.
type HeatData struct {
	Title         string
	Unit          string // what a number in percent means
	Rows, Columns []string
	Values        [][]float64
}

// HeatMap draws the table as coloured cells with their numbers in percent:
// orange below one half, blue above, the paler the closer.
func HeatMap(data HeatData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("plots: heat map: %w", err)
	}
	p, grid := newPanel("", "")
	p.Title.Text = data.Unit
	grid.Horizontal.Color, grid.Vertical.Color = nil, nil
	p.Add(cells(data))
	p.Y.Min, p.Y.Max = -.5, float64(len(data.Rows))-.5
	p.Y.Tick.Marker = data.rowTicks()
	p.Y.Tick.Color = white
	p.X.Tick.Color = white
	height := vg.Length(len(data.Rows))*16 + 60
	if nameTicks(p, data.Columns) {
		height += 50
	}
	return &Figure{title: data.Title, panelHeight: height, panels: []panel{{plot: p}}}, nil
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

// rowTicks names the rows, the first on top.
func (data HeatData) rowTicks() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i, name := range data.Rows {
		ticks = append(ticks, plot.Tick{Value: float64(len(data.Rows) - 1 - i), Label: name})
	}
	return ticks
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
			if !math.IsNaN(v) {
				c.FillPolygon(heat(v), box)
				text = fmt.Sprintf("%.0f", 100*v)
			}
			c.FillText(style, vg.Point{X: x(float64(j)), Y: y(top - .5)}, text)
		}
	}
}

// heat is the colour of a share.
func heat(v float64) color.NRGBA {
	if v < .5 {
		return shade(orange, .9*(1-2*v))
	}
	return shade(skyBlue, .9*(2*v-1))
}

var _ plot.Plotter = cells{}
var _ plot.DataRanger = cells{}

// DataRange implements plot.DataRanger.
func (d cells) DataRange() (xmin, xmax, ymin, ymax float64) {
	return -.5, float64(len(d.Columns)) - .5, -.5, float64(len(d.Rows)) - .5
}
