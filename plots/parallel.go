package plots

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
)

// ParallelData is runs by all their settings at once.
type ParallelData struct {
	Title string
	Score string // what the scores are
	Axes  []ParallelAxis
	Runs  []ParallelRun
}

// ParallelAxis is a setting with its values, in order.
type ParallelAxis struct {
	Name   string
	Values []string
}

// ParallelRun is a run with its value on each axis.
type ParallelRun struct {
	At    []int
	Score float64
}

// Parallel draws each run as a line across an axis for each setting, which ends at the
// run's score. Better runs are darker and lie above the others.
func Parallel(data ParallelData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("parallel coordinates: %w", err)
	}
	p, grid := newPanel("", "")
	grid.Vertical.Color, grid.Horizontal.Color = nil, nil
	p.Y.Min, p.Y.Max = -.06, 1.06
	p.Y.Tick.Marker = plot.ConstantTicks{}
	p.X.Color, p.Y.Color = white, white
	scale := data.scale()
	p.Add(parallels{data, scale})
	names := []string{}
	for _, a := range data.Axes {
		names = append(names, a.Name)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 7.5 * vg.Centimeter, slantHeight: 2 * vg.Centimeter, key: scale.lineKey()}
	f.panels = []panel{{plot: p, columns: append(names, data.Score)}}
	f.data.add(names, data.Score)
	for _, r := range data.Runs {
		var values []string
		for i, at := range r.At {
			values = append(values, data.Axes[i].Values[at])
		}
		f.data.add(values, r.Score)
	}
	return f, nil
}

// scale has room for pale colours below the worst run, which would not be seen.
func (data ParallelData) scale() shades {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range data.Runs {
		low, high = min(low, r.Score), max(high, r.Score)
	}
	return shades{low, high}
}

// ink is the colour of a line for a share.
func (s shades) ink(share float64) heatLine { return heatLine(.35 + float64(.65*s.at(share))) }

// heatLine is a line in a colour of the scale.
type heatLine float64

func (h heatLine) style() draw.LineStyle { return line(heat(float64(h)), 1.1+vg.Length(h), solid) }

// Thumbnail implements plot.Thumbnailer.
func (h heatLine) Thumbnail(c *draw.Canvas) {
	c.StrokeLines(h.style(), []vg.Point{{X: c.Min.X, Y: c.Center().Y}, {X: c.Max.X, Y: c.Center().Y}})
}

func (s shades) lineKey() (list []keyEntry) {
	for _, share := range []float64{s.low, (s.low + s.high) / 2, s.high} {
		list = append(list, keyEntry{fmt.Sprintf("%.3f", share), []plot.Thumbnailer{s.ink(share)}})
	}
	return list
}

func (data ParallelData) check() error {
	if len(data.Axes) == 0 || len(data.Runs) == 0 {
		return errors.New("no settings or no runs")
	}
	for i, r := range data.Runs {
		if err := checkShares(fmt.Sprintf("run %d: the score", i), r.Score); err != nil {
			return err
		}
		if len(r.At) != len(data.Axes) {
			return fmt.Errorf("run %d: %s for %s", i, quantity.Of(len(r.At), "value"), quantity.Of(len(data.Axes), "axis"))
		}
		for k, at := range r.At {
			if at < 0 || at >= len(data.Axes[k].Values) {
				return fmt.Errorf("run %d: %s has no value %d", i, data.Axes[k].Name, at)
			}
		}
	}
	return nil
}

func (data ParallelData) about() string {
	best := slices.MaxFunc(data.Runs, func(a, b ParallelRun) int { return cmp.Compare(a.Score, b.Score) })
	text := fmt.Sprintf("%s, from %.3f to %.3f. The best:", quantity.Of(len(data.Runs), "run"), data.scale().low, data.scale().high)
	for i, a := range data.Axes {
		text += " " + a.Name + "=" + a.Values[best.At[i]]
	}
	return text + "."
}

// parallels are the axes with the lines of the runs.
type parallels struct {
	ParallelData
	scale shades
}

// Plot implements plot.Plotter.
func (d parallels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	last := len(d.Axes)
	for i := range last + 1 {
		c.StrokeLines(line(grey, .8, solid), []vg.Point{{X: x(float64(i)), Y: y(0)}, {X: x(float64(i)), Y: y(1)}})
	}
	runs := slices.SortedStableFunc(slices.Values(d.Runs), func(a, b ParallelRun) int { return cmp.Compare(a.Score, b.Score) })
	for k, r := range runs {
		var path []vg.Point
		for i, at := range r.At {
			path = append(path, vg.Point{X: x(float64(i)), Y: y(d.place(i, at) + aside(k, len(runs)))})
		}
		path = append(path, vg.Point{X: x(float64(last)), Y: y(d.scale.at(r.Score))})
		c.StrokeLines(d.scale.ink(r.Score).style(), path)
	}
	style := sans(8.5)
	style.YAlign = draw.YCenter
	for i, a := range d.Axes {
		for k, value := range a.Values {
			label(c, style, vg.Point{X: x(float64(i)) + 3, Y: y(d.place(i, k))}, value)
		}
	}
	for _, share := range []float64{0, .5, 1} {
		score := d.scale.low + float64(share*(d.scale.high-d.scale.low))
		label(c, style, vg.Point{X: x(float64(last)) + 3, Y: y(share)}, fmt.Sprintf("%.3f", score))
	}
}

// place is where a value stands on its axis, 0..1.
func (d parallels) place(axis, at int) float64 {
	n := len(d.Axes[axis].Values)
	if n == 1 {
		return .5
	}
	return float64(at) / float64(n-1)
}

func aside(k, n int) float64 { return .05 * (float64(k+1)/float64(n+1) - .5) }

// label is a text on a white ground, which lines do not cross.
func label(c draw.Canvas, style draw.TextStyle, at vg.Point, text string) {
	box := style.Rectangle(text)
	c.FillPolygon(white, []vg.Point{at.Add(box.Min), at.Add(vg.Point{X: box.Max.X, Y: box.Min.Y}), at.Add(box.Max), at.Add(vg.Point{X: box.Min.X, Y: box.Max.Y})})
	c.FillText(style, at, text)
}
