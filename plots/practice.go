package plots

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
	"evolab/stats"
)

// PracticeData is a learner's results against each opponent as its games of practice
// grow.
type PracticeData struct {
	Title     string
	Opponents []string
	Points    []PracticePoint // in order
}

// PracticePoint is a round of practice.
type PracticePoint struct {
	Games int              // of practice so far, above 0
	Rates []stats.Estimate // games not lost against each opponent, as a share
}

// Practice shows what part of its games a learner does not lose, by the games of
// practice, whose axis is logarithmic.
func Practice(data PracticeData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("practice: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 9 * vg.Centimeter}
	f.data.add("games", "opponent", estimated("not_lost"))
	for _, point := range data.Points {
		for i, name := range data.Opponents {
			f.data.add(point.Games, name, point.Rates[i])
		}
	}
	p, _ := newPanel("games of practice", "games won or drawn (%)")
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1, evenTicks(5, 100, 0)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powerTicks{}
	first, last := data.Points[0].Games, data.Points[len(data.Points)-1].Games
	p.X.Min, p.X.Max = float64(first)/1.2, float64(last)*1.2
	for i, name := range data.Opponents {
		f.addRates(p, data.Points, i, name)
	}
	f.panels = append(f.panels, panel{plot: p})
	return f, nil
}

// maxRates is the number of lines that can be told apart.
const maxRates = 7

func (data PracticeData) check() error {
	if len(data.Points) == 0 || len(data.Opponents) == 0 || len(data.Opponents) > maxRates {
		return fmt.Errorf("%s and %s (expected: some, and at most %d of these)", quantity.Of(len(data.Points), "point"), quantity.Of(len(data.Opponents), "opponent"), maxRates)
	}
	for i, p := range data.Points {
		if p.Games <= 0 || i > 0 && p.Games <= data.Points[i-1].Games {
			return errors.New("the games do not rise")
		}
		if len(p.Rates) != len(data.Opponents) {
			return fmt.Errorf("%s for %s", quantity.Of(len(p.Rates), "rate"), quantity.Of(len(data.Opponents), "opponent"))
		}
		for _, e := range p.Rates {
			if err := checkInterval("after "+quantity.Of(p.Games, "game"), e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (data PracticeData) about() string {
	last := data.Points[len(data.Points)-1]
	var parts []string
	for i, name := range data.Opponents {
		parts = append(parts, name+" "+last.Rates[i].Percent())
	}
	return fmt.Sprintf("Games won or drawn by the games of practice. After %s of them: %s.", Thousands(last.Games), strings.Join(parts, ", "))
}

func (f *Figure) addRates(p *plot.Plot, points []PracticePoint, i int, name string) {
	c := [maxRates]color.NRGBA{vermilion, blue, black, green, purple, orange, skyBlue}[i]
	dashes := [][]vg.Length{solid, dashed, mixed, dotted, broken}[i%5]
	var spans []span
	var values plotter.XYs
	for _, point := range points {
		spans = append(spans, spanOf(float64(point.Games), point.Rates[i]))
		values = append(values, plotter.XY{X: float64(point.Games), Y: point.Rates[i].Value})
	}
	path := &plotter.Line{XYs: values, LineStyle: line(c, 1.3, dashes)}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: c, Radius: 2.2, Shape: draw.CircleGlyph{}}}
	p.Add(newBars(spans, line(c, .8, solid), 4), path, marks)
	f.key = append(f.key, keyEntry{"against " + name, []plot.Thumbnailer{path, marks}})
}

// powerTicks marks 1, 2 and 5 times the powers of ten; only the powers are written
// where there are many.
type powerTicks struct{}

func (powerTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	wide := high > 1000*low
	for power := math.Pow10(int(math.Floor(math.Log10(low)))); power <= high; power *= 10 {
		for _, step := range []float64{1, 2, 5} {
			if v := step * power; v >= low && v <= high {
				t := plot.Tick{Value: v}
				if step == 1 || !wide {
					t.Label = number(v, 0)
				}
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}
