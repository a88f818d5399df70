package plots

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
)

// WeightsData is the weights of the best individual over a run: a row for each
// generation, a column for each feature.
type WeightsData struct {
	Game        string
	Features    []string
	Generations []int
	Weights     [][]float64
	// Across names the x axis if Generations counts something else, such as "games
	// played"; empty means "generation".
	Across string
	// Parameters shows the rows as they are, as parameters of a program. Ranges are
	// where each may lie: if they differ, curves show the share of the range.
	Parameters bool
	Ranges     [][2]float64
}

// shownWeights is how many features get a colour and a name.
const shownWeights = 8

// Weights shows how the weights move. Each row is divided by its Euclidean
// length, since only ratios of weights matter; a row of zeros stays zero.
func Weights(data WeightsData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	across := data.Across
	if across == "" {
		across = "generation"
	}
	p, _ := newPanel(across, data.axis())
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, roundTicks{3}
	last := len(data.Generations) - 1
	p.X.Min, p.X.Max = span{0, float64(data.Generations[0]), float64(data.Generations[last])}.widened()

	curves, final := data.curves(), data.heights(data.Weights[last])
	order := descending(len(final), func(i int) float64 { return math.Abs(final[i]) })
	f := &Figure{title: data.title(), about: data.about(across, order), panelHeight: 9.5 * vg.Centimeter}
	f.data.add(across, data.Features)
	for i, row := range data.Weights {
		f.data.add(data.Generations[i], data.heights(row))
	}
	count := min(shownWeights, len(order))
	p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.X.Min}, {X: p.X.Max}}, LineStyle: line(grey, .9, solid)})
	if others := order[count:]; len(others) > 0 {
		f.key = addGrey(p, curves, others, data.noun())
	}
	labels := addColoured(p, curves, order[:count], data.label)
	p.Y.Min, p.Y.Max = span{0, p.Y.Min, p.Y.Max}.widened()
	air := (p.Y.Max - p.Y.Min) / 20
	p.Y.Min, p.Y.Max = p.Y.Min-air, p.Y.Max+air
	f.panels = []panel{labelled(p, labels)}
	return f, nil
}

func (data WeightsData) check() error {
	if len(data.Features) == 0 || len(data.Generations) == 0 {
		return errors.New("no features or no generations")
	}
	if len(data.Weights) != len(data.Generations) {
		return fmt.Errorf("%s for %s", quantity.Of(len(data.Weights), "row"), quantity.Of(len(data.Generations), "generation"))
	}
	for i, row := range data.Weights {
		if len(row) != len(data.Features) {
			return fmt.Errorf("generation %d: %s for %s", data.Generations[i], quantity.Of(len(row), "weight"), quantity.Of(len(data.Features), "feature"))
		}
		if err := checkFinite(fmt.Sprintf("generation %d: a weight", data.Generations[i]), row...); err != nil {
			return err
		}
	}
	return checkRising(data.Generations)
}

// curves returns the normalised weights, a curve for each feature.
func (data WeightsData) curves() []plotter.XYs {
	curves := make([]plotter.XYs, len(data.Features))
	for i, row := range data.Weights {
		for k, y := range data.heights(row) {
			curves[k] = append(curves[k], plotter.XY{X: float64(data.Generations[i]), Y: y})
		}
	}
	return curves
}

// about names the largest weights at the end, or states all parameters.
func (data WeightsData) about(across string, order []int) string {
	curves, last := data.curves(), len(data.Generations)-1
	var ends []string
	text, counted := "The weights of %s from %s %s to %s, each vector brought to length 1. The largest at the end: %s.", "feature"
	if data.Parameters {
		text, counted = "The %s of the best candidate from %s %s to %s. At the end: %s.", "parameter"
		for k := range data.Features[:min(shownWeights, len(data.Features))] {
			ends = append(ends, data.label(k))
		}
	} else {
		for _, k := range order[:min(shownWeights, len(order))] {
			ends = append(ends, fmt.Sprintf("%s %+.3f", data.Features[k], curves[k][last].Y))
		}
	}
	return fmt.Sprintf(text, quantity.Of(len(data.Features), counted), across, Thousands(data.Generations[0]), Thousands(data.Generations[last]), strings.Join(ends, ", "))
}

// descending lists 0..n-1, the largest value first.
func descending(n int, value func(int) float64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}

// curve is a line, or a dot where there is only one point.
func curve(points plotter.XYs, style draw.LineStyle) []plot.Plotter {
	if len(points) > 1 {
		return []plot.Plotter{&plotter.Line{XYs: points, LineStyle: style}}
	}
	return []plot.Plotter{&plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{
		Color: style.Color, Radius: 1 + style.Width, Shape: draw.CircleGlyph{}}}}
}

// heights are the y values of all curves for a row of weights.
func (data WeightsData) heights(row []float64) []float64 {
	list := make([]float64, len(row))
	length := 0.0
	for _, w := range row {
		length = math.Hypot(length, w)
	}
	for k, w := range row {
		switch {
		case data.rangesDiffer():
			low, high := data.Ranges[k][0], data.Ranges[k][1]
			list[k] = 100 * (w - low) / (high - low)
		case data.Parameters || length == 0:
			list[k] = w
		default:
			list[k] = w / length
		}
	}
	return list
}

// rangesDiffer reports whether the ranges of parameters differ, so that no axis fits all.
func (data WeightsData) rangesDiffer() bool {
	for _, r := range data.Ranges {
		if r != data.Ranges[0] {
			return data.Parameters && len(data.Ranges) == len(data.Features)
		}
	}
	return false
}

func (data WeightsData) axis() string {
	switch {
	case data.rangesDiffer():
		return "part of the range, in %"
	case data.Parameters:
		return "value"
	}
	return "normalised weight (vector length 1)"
}

func (data WeightsData) title() string {
	if data.Parameters {
		return "Parameters of the " + data.Game + " program"
	}
	return "Weights of the " + data.Game + " features"
}

func (data WeightsData) noun() string {
	if data.Parameters {
		return "parameter"
	}
	return "feature"
}

// label names a curve: a parameter with its value at the end.
func (data WeightsData) label(k int) string {
	if data.Parameters {
		return data.Features[k] + " = " + quantity.Digits(data.Weights[len(data.Weights)-1][k], 4)
	}
	return data.Features[k]
}
