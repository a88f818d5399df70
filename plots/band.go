package plots

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// span is an interval at a place on the x axis.
type span struct{ x, low, high float64 }

// newBand is the area between the lower and upper ends of the spans.
func newBand(spans []span, fill color.Color, edge draw.LineStyle) *plotter.Polygon {
	n := len(spans)
	outline := make(plotter.XYs, 2*n)
	for i, s := range spans {
		outline[i] = plotter.XY{X: s.x, Y: s.low}
		outline[2*n-1-i] = plotter.XY{X: s.x, Y: s.high}
	}
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: fill, LineStyle: edge}
}

// newBars is an error bar for each span.
func newBars(spans []span, style draw.LineStyle, ends vg.Length) *plotter.YErrorBars {
	bars := &plotter.YErrorBars{LineStyle: style, CapWidth: ends}
	for _, s := range spans {
		bars.XYs = append(bars.XYs, plotter.XY{X: s.x, Y: s.low})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{0, s.high - s.low})
	}
	return bars
}

func spanOf(x float64, e stats.Estimate) span { return span{x, e.Low, e.High} }
