package plots

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// SlicesData is the scores of runs by the values of one setting after the other.
type SlicesData struct {
	Title    string
	Score    string // what the scores are
	Settings []SliceSetting
}

// SliceSetting is a setting with the runs of each of its values, which are in order.
type SliceSetting struct {
	Name   string
	Values []string
	Scores [][]float64 // of the runs with each value
}

// Slices shows each run as a point and the mean of each value, a panel for each setting.
func Slices(data SlicesData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("slices: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 4.6 * vg.Centimeter, slantHeight: 1.2 * vg.Centimeter}
	f.data.add("setting", "value", "score", estimated("mean"))
	for _, s := range data.Settings {
		for i, scores := range s.Scores {
			for _, score := range scores {
				f.data.add(s.Name, s.Values[i], score, meanOf(scores))
			}
		}
	}
	low, high := data.extent()
	for _, s := range data.Settings {
		p, grid := newPanel(s.Name, data.Score)
		grid.Vertical.Color = nil
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = low, high, roundTicks{3}
		runs, means := s.marks()
		p.Add(runs, means.bars, means.values)
		f.panels = append(f.panels, panel{plot: p, columns: s.Values})
		if len(f.key) == 0 {
			f.key = []keyEntry{{"a run", []plot.Thumbnailer{runs}}, {fmt.Sprintf("mean over the runs, 95 %% from %d on", stats.FewestRuns), []plot.Thumbnailer{means.values}}}
		}
	}
	return f, nil
}

// meanOf is the mean of some runs, whose interval is unknown if they are few.
func meanOf(scores []float64) stats.Estimate {
	e := stats.AcrossRuns(scores)
	if len(scores) < stats.FewestRuns {
		return alone(e.Value)
	}
	return e
}

// meanMarks are means with their intervals.
type meanMarks struct {
	bars   *plotter.YErrorBars
	values *plotter.Scatter
}

// marks are the runs, spread out so that equal ones are seen, and the means.
func (s *SliceSetting) marks() (*plotter.Scatter, meanMarks) {
	var points, middles plotter.XYs
	var spans []span
	for i, scores := range s.Scores {
		for k, score := range scores {
			aside := .3 * (float64(k+1)/float64(len(scores)+1) - .5)
			points = append(points, plotter.XY{X: float64(i) + aside - .1, Y: score})
		}
		if len(scores) == 0 {
			continue
		}
		e := meanOf(scores)
		if len(scores) < stats.FewestRuns {
			e.Low, e.High = e.Value, e.Value
		}
		spans = append(spans, spanOf(float64(i)+.2, e))
		middles = append(middles, plotter.XY{X: float64(i) + .2, Y: e.Value})
	}
	runs := &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: shade(blue, .75), Radius: 2, Shape: draw.CircleGlyph{}}}
	means := &plotter.Scatter{XYs: middles, GlyphStyle: draw.GlyphStyle{Color: vermilion, Radius: 3, Shape: draw.BoxGlyph{}}}
	return runs, meanMarks{newBars(spans, line(vermilion, 1.2, solid), 6), means}
}

// extent is the range of the scores and the means' intervals, a little wider.
func (data SlicesData) extent() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range data.Settings {
		for _, scores := range s.Scores {
			for _, score := range scores {
				low, high = min(low, score), max(high, score)
			}
			if len(scores) >= stats.FewestRuns {
				e := stats.AcrossRuns(scores)
				low, high = min(low, e.Low), max(high, e.High)
			}
		}
	}
	room := max(.005, .06*(high-low))
	return low - room, high + room
}

func (data SlicesData) check() error {
	runs := 0
	for _, s := range data.Settings {
		if len(s.Values) == 0 || len(s.Values) != len(s.Scores) {
			return fmt.Errorf("%s: not scores for each value", s.Name)
		}
		for i, scores := range s.Scores {
			if err := checkShares(s.Name+"="+s.Values[i]+": a score", scores...); err != nil {
				return err
			}
			runs += len(scores)
		}
	}
	if runs == 0 {
		return errors.New("no runs")
	}
	return nil
}

func (data SlicesData) about() string {
	var list []string
	for _, s := range data.Settings {
		var means []string
		for i, scores := range s.Scores {
			if len(scores) > 0 {
				means = append(means, fmt.Sprintf("%s %.3f", s.Values[i], stats.AcrossRuns(scores).Value))
			}
		}
		list = append(list, s.Name+": "+strings.Join(means, ", "))
	}
	return "Means of the " + data.Score + " by setting. " + strings.Join(list, ". ") + "."
}
