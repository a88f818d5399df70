package plots

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// CurvePoint is a generation of a run.
type CurvePoint struct {
	Generation int
	Games      int     // training games played since the start
	Best       float64 // fitness that the best individual claims, 0..1
	Mean       float64 // of the population
	Low, High  float64 // 10 % and 90 % quantiles of the population
	// Validated is the fitness of the best on games that took no part in its
	// selection; nil if it was not measured.
	Validated *stats.Estimate
	// Claimed is Best with the interval of its games, which Claims shows; nil if it
	// is not known.
	Claimed *stats.Estimate
}

// CurveData is what a learning curve shows; points are in order of generation.
// Generation 0 is the start, before any selection: the first individuals, with
// the validation of the start weights.
type CurveData struct {
	Title  string
	Points []CurvePoint
	// ValidatedOnly: what the training says of the candidates, it does not claim.
	ValidatedOnly bool
}

// LearningCurve shows how fitness rises over the generations: the claims of the
// best, the population's mean and spread, and the validation.
func LearningCurve(data CurveData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("learning curve: %w", err)
	}
	last := data.Points[len(data.Points)-1]
	x := "generation"
	if data.Points[0].Generation == 0 {
		x += "; 0 is the start, before any selection"
	}
	if last.Games > 0 {
		x += fmt.Sprintf(" (%s training games in all)", Thousands(last.Games))
	}
	p, _ := newPanel(x, "fitness (0 to 1)")
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	p.X.Min, p.X.Max = span{0, float64(data.Points[0].Generation), float64(last.Generation)}.widened()
	p.Y.Min, p.Y.Max = 0, 1

	f := &Figure{title: data.Title, about: data.about(), panelHeight: 8 * vg.Centimeter, panels: []panel{{plot: p}}}
	if data.ValidatedOnly {
		f.data.add("generation", "games", estimated("validated"))
		for _, c := range data.Points {
			f.data.add(c.Generation, c.Games, c.Validated)
		}
		data.addValidated(f, p)
		return f, nil
	}
	f.data.add("generation", "games", "best", "mean", "low", "high", estimated("validated"))
	for _, c := range data.Points {
		f.data.add(c.Generation, c.Games, c.Best, c.Mean, c.Low, c.High, c.Validated)
	}
	// What is added later is drawn on top.
	if !data.singleCandidates() {
		data.addSpread(f, p)
	}
	data.addValidated(f, p)
	data.addLines(f, p)
	return f, nil
}

// singleCandidates reports whether every generation has a single candidate, as those of learners
// do: then there is no population to show.
func (data CurveData) singleCandidates() bool {
	return !slices.ContainsFunc(data.Points, func(c CurvePoint) bool { return c.Low != c.Best || c.High != c.Best || c.Mean != c.Best })
}

func (data CurveData) about() string {
	first, last := data.Points[0], data.Points[len(data.Points)-1]
	text := fmt.Sprintf("Fitness from generation %d to %d, the first and the last value of each curve.", first.Generation, last.Generation)
	if !data.ValidatedOnly {
		text += fmt.Sprintf(" Claimed best: %.3f, %.3f.", first.Best, last.Best)
	}
	if !data.singleCandidates() {
		text += fmt.Sprintf(" Population mean: %.3f, %.3f.", first.Mean, last.Mean)
	}
	var validated []stats.Estimate
	for _, c := range data.Points {
		if c.Validated != nil {
			validated = append(validated, *c.Validated)
		}
	}
	if n := len(validated); n > 0 {
		text += fmt.Sprintf(" Validated: %s, %s.", validated[0].Text(), validated[n-1].Text())
	}
	return text
}

// widened is the range of the span, widened where it has no width.
func (s span) widened() (float64, float64) {
	if s.low == s.high {
		return s.low - .5, s.high + .5
	}
	return s.low, s.high
}

func (data CurveData) check() error {
	if len(data.Points) == 0 {
		return errors.New("no generations")
	}
	var generations []int
	for _, c := range data.Points {
		generations = append(generations, c.Generation)
		what := fmt.Sprintf("generation %d: a fitness", c.Generation)
		if err := checkShares(what, c.Best, c.Mean, c.Low, c.High); err != nil {
			return err
		}
		if c.Low > c.High {
			return fmt.Errorf("generation %d: the spread ends at %v before it starts at %v", c.Generation, c.High, c.Low)
		}
		if c.Validated != nil {
			if err := checkInterval(fmt.Sprintf("generation %d: validated", c.Generation), *c.Validated); err != nil {
				return err
			}
		}
	}
	return checkRising(generations)
}

func (data CurveData) addSpread(f *Figure, p *plot.Plot) {
	var spans []span
	for _, c := range data.Points {
		spans = append(spans, span{float64(c.Generation), c.Low, c.High})
	}
	band := newBand(spans, shade(grey, .3), draw.LineStyle{})
	p.Add(band)
	if len(spans) == 1 {
		p.Add(newBars(spans, line(shade(grey, .3), 8, solid), 0))
	}
	f.key = append(f.key, keyEntry{"population, 10 to 90 %", []plot.Thumbnailer{band}})
}

func (data CurveData) addValidated(f *Figure, p *plot.Plot) {
	var spans []span
	var values plotter.XYs
	for _, c := range data.Points {
		if c.Validated != nil {
			spans = append(spans, spanOf(float64(c.Generation), *c.Validated))
			values = append(values, plotter.XY{X: float64(c.Generation), Y: c.Validated.Value})
		}
	}
	if len(values) == 0 {
		return
	}
	band := newBand(spans, shade(vermilion, .2), line(vermilion, .4, solid))
	path := &plotter.Line{XYs: values, LineStyle: validatedLine()}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: vermilion, Radius: 2.6, Shape: draw.CircleGlyph{}}}
	p.Add(band, newBars(spans, line(vermilion, .8, solid), 4), path, marks)
	name := "validated, 95 % interval"
	if start := data.Points[0]; start.Generation == 0 && start.Validated != nil {
		name += " (at 0: the start weights)"
		if data.ValidatedOnly {
			name = "the answer so far, validated, 95 % interval (at 0: the start)"
		}
	}
	f.key = append(f.key, keyEntry{name, []plot.Thumbnailer{band, path, marks}})
}

func (data CurveData) addLines(f *Figure, p *plot.Plot) {
	var best, mean plotter.XYs
	for _, c := range data.Points {
		best = append(best, plotter.XY{X: float64(c.Generation), Y: c.Best})
		mean = append(mean, plotter.XY{X: float64(c.Generation), Y: c.Mean})
	}
	add := func(name string, xys plotter.XYs, style draw.LineStyle, shape draw.GlyphDrawer) {
		path := &plotter.Line{XYs: xys, LineStyle: style}
		sample := []plot.Thumbnailer{path}
		p.Add(path)
		if len(xys) == 1 {
			mark := &plotter.Scatter{XYs: xys, GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: 3, Shape: shape}}
			p.Add(mark)
			sample = []plot.Thumbnailer{mark}
		}
		f.key = append(f.key, keyEntry{name, sample})
	}
	if !data.singleCandidates() {
		add("population mean", mean, meanLine(), draw.CrossGlyph{})
	}
	add("claimed best", best, claimedLine(), draw.PyramidGlyph{})
}
