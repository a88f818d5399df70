package plots

import (
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// ImportanceData is how much each setting has to do with a good score, the most important
// first.
type ImportanceData struct {
	Title    string
	Settings []string
	Shares   []stats.Importance
}

// Importances shows the shares as bars with 95 % intervals; a line across each bar is what
// chance alone reaches.
func Importances(data ImportanceData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("importance: %w", err)
	}
	p, grid := newPanel("share of the importance (%)", "")
	grid.Horizontal.Color = nil
	nameRows(p, data.Settings)
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, evenTicks(4, 100, 0)
	p.Add(importanceBars(data.Shares))
	f := &Figure{title: data.Title, about: data.about(), panelHeight: vg.Length(len(data.Settings))*20 + 45, panels: []panel{{plot: p}}}
	f.key = []keyEntry{{"share, 95 %", []plot.Thumbnailer{barSample{}}}, {"chance alone, one of twenty times", []plot.Thumbnailer{chanceSample{}}}}
	f.data.add("setting", estimated("share"), "chance")
	for i, s := range data.Shares {
		f.data.add(data.Settings[i], s.Estimate, s.Chance)
	}
	return f, nil
}

func (data ImportanceData) check() error {
	if len(data.Settings) == 0 || len(data.Settings) != len(data.Shares) {
		return errors.New("not a share for each setting")
	}
	for i, s := range data.Shares {
		if err := errors.Join(checkInterval(data.Settings[i], s.Estimate), checkShares(data.Settings[i]+": chance", s.Chance)); err != nil {
			return err
		}
	}
	return nil
}

func (data ImportanceData) about() string {
	var list []string
	for i, s := range data.Shares {
		list = append(list, fmt.Sprintf("%s %s, by chance up to %.0f %%", data.Settings[i], s.Percent(), 100*s.Chance))
	}
	return "Shares of the importance with 95 % intervals: " + strings.Join(list, "; ") + "."
}

// importanceBars are the bars of the shares, the first one on top.
type importanceBars []stats.Importance

// Plot implements plot.Plotter.
func (b importanceBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range b {
		at := float64(len(b) - 1 - i)
		top, bottom := y(at+.3), y(at-.3)
		c.FillPolygon(skyBlue, []vg.Point{{X: x(0), Y: bottom}, {X: x(s.Value), Y: bottom}, {X: x(s.Value), Y: top}, {X: x(0), Y: top}})
		c.StrokeLines(line(vermilion, 1.4, dotted), []vg.Point{{X: x(s.Chance), Y: y(at - .45)}, {X: x(s.Chance), Y: y(at + .45)}})
		interval(c, x(s.Low), x(s.High), y(at), 2.5)
	}
}

func interval(c draw.Canvas, low, high, y, end vg.Length) {
	c.StrokeLines(line(black, 1, solid), []vg.Point{{X: low, Y: y}, {X: high, Y: y}}, []vg.Point{{X: low, Y: y - end}, {X: low, Y: y + end}}, []vg.Point{{X: high, Y: y - end}, {X: high, Y: y + end}})
}

type barSample struct{}

// Thumbnail implements plot.Thumbnailer.
func (barSample) Thumbnail(c *draw.Canvas) {
	end := c.Min.X + (c.Max.X-c.Min.X)*2/3
	c.FillPolygon(skyBlue, []vg.Point{c.Min, {X: end, Y: c.Min.Y}, {X: end, Y: c.Max.Y}, {X: c.Min.X, Y: c.Max.Y}})
	interval(*c, c.Center().X, c.Max.X, c.Center().Y, 2.5)
}

type chanceSample struct{}

// Thumbnail implements plot.Thumbnailer.
func (chanceSample) Thumbnail(c *draw.Canvas) {
	x := c.Center().X
	c.StrokeLines(line(vermilion, 1.4, dotted), []vg.Point{{X: x, Y: c.Min.Y}, {X: x, Y: c.Max.Y}})
}
