package plots

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// Claims shows how much selection flatters itself: the claimed fitness of the
// best individual, its fitness on games that took no part in its selection, and
// the difference of the two. It omits generations without a validation.
func Claims(data CurveData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	points, err := data.validated()
	if err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	f := &Figure{title: data.Title, about: claimsAbout(points), panelHeight: 6 * vg.Centimeter}
	f.data.add("generation", estimated("best"), estimated("validated"), "difference")
	for _, c := range points {
		f.data.add(c.Generation, c.Claimed, c.Validated, c.gap())
	}
	both, _ := newPanel("", "fitness (0 to 1)")
	both.Y.Min, both.Y.Max, both.Y.Tick.Marker = 0, 1, evenTicks(5, 1, 1)
	f.addEstimates(both, points, "validated, 95 % interval", vermilion, func(c CurvePoint) stats.Estimate { return *c.Validated })
	f.addEstimates(both, points, "claimed, 95 % interval", blue, func(c CurvePoint) stats.Estimate { return *c.Claimed })
	gap, _ := newPanel("generation", "claimed minus validated")
	addGap(gap, points)
	for _, p := range []*plot.Plot{both, gap} {
		p.X.Tick.Marker = roundTicks{0}
		p.X.Min, p.X.Max = span{0, float64(points[0].Generation), float64(points[len(points)-1].Generation)}.widened()
		f.panels = append(f.panels, panel{plot: p})
	}
	return f, nil
}

func claimsAbout(points []CurvePoint) string {
	last := points[len(points)-1]
	widest := slices.MaxFunc(points, func(a, b CurvePoint) int { return cmp.Compare(a.gap(), b.gap()) })
	return fmt.Sprintf("The claimed and the validated fitness of the best of each generation. In generation %d: claimed %s, validated %s, a difference of %+.3f. The largest difference is %+.3f in generation %d.",
		last.Generation, last.Claimed.Text(), last.Validated.Text(), last.gap(), widest.gap(), widest.Generation)
}

// gap is how much the claim of a generation exceeds its validation.
func (c *CurvePoint) gap() float64 { return c.Claimed.Value - c.Validated.Value }

func (data CurveData) validated() ([]CurvePoint, error) {
	var points []CurvePoint
	for _, c := range data.Points {
		if c.Validated == nil || c.Claimed == nil {
			continue
		}
		if err := checkInterval(fmt.Sprintf("generation %d: claimed", c.Generation), *c.Claimed); err != nil {
			return nil, err
		}
		points = append(points, c)
	}
	if len(points) == 0 {
		return nil, errors.New("no generation has both a claim and a validation")
	}
	return points, nil
}

// addEstimates draws a line with its intervals as a band.
func (f *Figure) addEstimates(p *plot.Plot, points []CurvePoint, name string, c color.NRGBA, of func(CurvePoint) stats.Estimate) {
	var spans []span
	var values plotter.XYs
	for _, point := range points {
		spans = append(spans, spanOf(float64(point.Generation), of(point)))
		values = append(values, plotter.XY{X: float64(point.Generation), Y: of(point).Value})
	}
	band := newBand(spans, shade(c, .25), draw.LineStyle{})
	path := &plotter.Line{XYs: values, LineStyle: line(c, 1.3, solid)}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: c, Radius: 1.8, Shape: draw.CircleGlyph{}}}
	p.Add(band, newBars(spans, line(c, .6, solid), 3), path, marks)
	f.key = append(f.key, keyEntry{name, []plot.Thumbnailer{band, path, marks}})
}

// addGap draws the differences, with a line at none.
func addGap(p *plot.Plot, points []CurvePoint) {
	var values plotter.XYs
	low, high := -.05, .05
	for _, c := range points {
		d := c.gap()
		values = append(values, plotter.XY{X: float64(c.Generation), Y: d})
		low, high = min(low, d-.02), max(high, d+.02)
	}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = low, high, roundTicks{2}
	none := &plotter.Line{
		XYs:       plotter.XYs{{X: values[0].X - .5, Y: 0}, {X: values[len(values)-1].X + .5, Y: 0}},
		LineStyle: line(grey, .9, dashed),
	}
	path := &plotter.Line{XYs: values, LineStyle: line(black, 1.1, solid)}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: black, Radius: 2, Shape: draw.CircleGlyph{}}}
	p.Add(none, path, marks)
}
