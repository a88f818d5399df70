package plots

import (
	"errors"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// RoundPoint is a round of self-play of a run, or its start.
type RoundPoint struct {
	At    float64         // where it stands on the axis
	Score *stats.Estimate // of the best evaluation so far against the opponents; nil: not measured
	// Before is the score of the round's evaluation against the best one before;
	// nil for the start, which has no losses either.
	Before               *stats.Estimate
	Loss, HeldOut, Floor float64 // of the fit, of what was held out, and the least that is possible there
}

// RoundsData is what the figure of rounds shows.
type RoundsData struct {
	Title  string
	Across string       // what the axis counts
	Points []RoundPoint // in order
}

// Rounds shows strength above and loss below: a fit with the better loss need not
// play better.
func Rounds(data RoundsData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("rounds: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 6 * vg.Centimeter}
	f.data.add(data.Across, estimated("score"), estimated("before"), "loss", "held_out", "floor")
	for _, p := range data.Points {
		if losses := []float64{p.Loss, p.HeldOut, p.Floor}; p.Before != nil {
			f.data.add(p.At, p.Score, p.Before, losses)
		} else {
			f.data.add(p.At, p.Score, p.Before, "", "", "")
		}
	}
	strength, _ := newPanel("", "score (0 to 1)")
	strength.Y.Min, strength.Y.Max, strength.Y.Tick.Marker = 0, 1, evenTicks(5, 1, 1)
	f.addScores(strength, data.Points, "score against the opponents, 95 %", vermilion, func(p RoundPoint) *stats.Estimate { return p.Score })
	f.addScores(strength, data.Points, "against the best one before, 95 %", blue, func(p RoundPoint) *stats.Estimate { return p.Before })
	loss, _ := newPanel(data.Across, "loss")
	loss.Y.Tick.Marker = roundTicks{3}
	f.addLoss(loss, data.Points, "loss of the fit", line(black, 1.1, dashed), draw.CrossGlyph{}, func(p RoundPoint) float64 { return p.Loss })
	f.addLoss(loss, data.Points, "held out", line(black, 1.3, solid), draw.CircleGlyph{}, func(p RoundPoint) float64 { return p.HeldOut })
	f.addLoss(loss, data.Points, "least possible", line(grey, 1.1, solid), draw.PyramidGlyph{}, func(p RoundPoint) float64 { return p.Floor })
	for _, p := range []*plot.Plot{strength, loss} {
		p.X.Tick.Marker = roundTicks{0}
		p.X.Min, p.X.Max = span{0, data.Points[0].At, data.Points[len(data.Points)-1].At}.widened()
		f.panels = append(f.panels, panel{plot: p})
	}
	return f, nil
}

func (data RoundsData) check() error {
	fitted := 0
	for i, p := range data.Points {
		for what, e := range map[string]*stats.Estimate{"score": p.Score, "score against the one before": p.Before} {
			if e == nil {
				continue
			}
			if err := checkInterval(fmt.Sprintf("point %d: %s", i, what), *e); err != nil {
				return err
			}
		}
		if i > 0 && !(p.At >= data.Points[i-1].At) {
			return fmt.Errorf("point %d is at %v, before the one before", i, p.At)
		}
		if p.Before != nil {
			fitted++
		}
	}
	if fitted == 0 {
		return errors.New("no rounds")
	}
	return nil
}

func (data RoundsData) about() string {
	last := data.Points[len(data.Points)-1]
	text := fmt.Sprintf("Strength and loss by %s. The last round: loss %.4f, held out %.4f, of which %.4f cannot be learned", data.Across, last.Loss, last.HeldOut, last.Floor)
	if last.Before != nil {
		text += "; against the best evaluation before " + last.Before.Percent()
	}
	if last.Score != nil {
		text += "; against the opponents " + last.Score.Percent()
	}
	return text + "."
}

// addScores draws a line with its intervals, where there is a value.
func (f *Figure) addScores(p *plot.Plot, points []RoundPoint, name string, c color.NRGBA, of func(RoundPoint) *stats.Estimate) {
	var spans []span
	var values plotter.XYs
	for _, point := range points {
		if e := of(point); e != nil {
			spans = append(spans, spanOf(point.At, *e))
			values = append(values, plotter.XY{X: point.At, Y: e.Value})
		}
	}
	if len(values) == 0 {
		return
	}
	path := &plotter.Line{XYs: values, LineStyle: line(c, 1.3, solid)}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: c, Radius: 2.2, Shape: draw.CircleGlyph{}}}
	p.Add(newBars(spans, line(c, .8, solid), 4), path, marks)
	f.key = append(f.key, keyEntry{name, []plot.Thumbnailer{path, marks}})
}

func (f *Figure) addLoss(p *plot.Plot, points []RoundPoint, name string, style draw.LineStyle, shape draw.GlyphDrawer, of func(RoundPoint) float64) {
	var values plotter.XYs
	for _, point := range points {
		if point.Before != nil {
			values = append(values, plotter.XY{X: point.At, Y: of(point)})
		}
	}
	path := &plotter.Line{XYs: values, LineStyle: style}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: 2.2, Shape: shape}}
	p.Add(path, marks)
	f.key = append(f.key, keyEntry{name, []plot.Thumbnailer{path, marks}})
}
