package plots

import (
	"errors"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// Measured is a fitness after a number of training games.
type Measured struct {
	Games   int
	Fitness stats.Estimate
}

// Curve is one run of several.
type Curve struct {
	Name   string
	Points []Measured // by games
}

// OverlayData is what an overlay of learning curves shows.
type OverlayData struct {
	Title  string
	Curves []Curve
}

// Overlay shows the validated fitness of several runs across the games that
// their training has played, so that methods which play different numbers of
// games a generation can be compared.
func Overlay(data OverlayData) (*Figure, error) {
	most, err := data.check()
	if err != nil {
		return nil, fmt.Errorf("plots: overlay: %w", err)
	}
	p, _ := newPanel("training games", "validated fitness (0 to 1)")
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	p.X.Min, p.X.Max = span{0, 0, float64(most)}.open()
	p.Y.Min, p.Y.Max = 0, 1
	var labels []endLabel
	for i, c := range data.Curves {
		style := overlayStyle(i)
		var values plotter.XYs
		var spans []span
		for _, m := range c.Points {
			values = append(values, plotter.XY{X: float64(m.Games), Y: m.Fitness.Value})
			spans = append(spans, spanOf(float64(m.Games), m.Fitness))
		}
		p.Add(newBand(spans, shade(overlayColor(i), .15), draw.LineStyle{}), &plotter.Line{XYs: values, LineStyle: style})
		labels = append(labels, endLabel{c.Name, values[len(values)-1], style})
	}
	return &Figure{title: data.Title, panelHeight: 9 * vg.Centimeter, panels: []panel{{
		plot: p, right: endLabelsWidth(labels),
		margin: func(whole draw.Canvas) { drawEndLabels(whole, p, labels) },
	}}}, nil
}

// check returns the largest number of games.
func (data OverlayData) check() (most int, err error) {
	if len(data.Curves) == 0 {
		return 0, errors.New("no curves")
	}
	for _, c := range data.Curves {
		if len(c.Points) == 0 {
			return 0, fmt.Errorf("%s: nothing was validated", c.Name)
		}
		var games []int
		for _, m := range c.Points {
			if err := ordered(c.Name, m.Fitness); err != nil {
				return 0, err
			}
			games, most = append(games, m.Games), max(most, m.Games)
		}
		if err := rising(games); err != nil {
			return 0, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return most, nil
}

// overlayStyle gives each curve a colour and, after the last colour, dashes.
func overlayStyle(i int) draw.LineStyle {
	dashes := [][]vg.Length{solid, dashed, dotted, mixed, broken}
	return line(overlayColor(i), 1.4, dashes[i/7%len(dashes)])
}

func overlayColor(i int) color.NRGBA {
	return []color.NRGBA{blue, vermilion, green, purple, orange, skyBlue, black}[i%7]
}
