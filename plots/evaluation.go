package plots

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
)

// EvaluationPoint is what the position after a ply of a game is worth.
type EvaluationPoint struct {
	Ply    int
	Value  float64 // above 0 if it is better for the first side
	Proven string  // "first" or "second" of a proven win, or "draw"; else Value counts
}

// EvaluationData is what the figure of a game's evaluation shows.
type EvaluationData struct {
	Title    string
	Sides    [2]string
	Points   []EvaluationPoint // in order; plies may be missing
	Mistakes []int             // plies that gave something away
}

// Evaluation shows who stands better after each ply of a game, and where a side gave
// something away.
func Evaluation(data EvaluationData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("evaluation: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 7 * vg.Centimeter}
	f.data.add("ply", "evaluation", "proven", "mistake")
	mistakes := map[int]bool{}
	for _, ply := range data.Mistakes {
		mistakes[ply] = true
	}
	var values plotter.XYs
	for _, p := range data.Points {
		values = append(values, plotter.XY{X: float64(p.Ply), Y: p.share()})
		value, mistake := p.Value, ""
		if p.Proven != "" {
			value = math.NaN() // which is not known, nor needed
		}
		if mistakes[p.Ply] {
			mistake = "yes"
		}
		f.data.add(p.Ply, value, data.proven(p), mistake)
	}
	p, _ := newPanel("ply", "")
	p.Y.Min, p.Y.Max = -1.05, 1.05
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: -1, Label: data.Sides[1] + " wins"}, {Value: 0, Label: "even"}, {Value: 1, Label: data.Sides[0] + " wins"}}
	p.X.Tick.Marker = roundTicks{0}
	p.X.Min, p.X.Max = span{0, values[0].X, values[len(values)-1].X}.widened()
	path := &plotter.Line{XYs: values, LineStyle: line(blue, 1.3, solid)}
	p.Add(path)
	f.key = append(f.key, keyEntry{"evaluation", []plot.Thumbnailer{path}})
	var wrong plotter.XYs
	for _, v := range values {
		if mistakes[int(v.X)] {
			wrong = append(wrong, v)
		}
	}
	if len(wrong) > 0 {
		marks := &plotter.Scatter{XYs: wrong, GlyphStyle: draw.GlyphStyle{Color: vermilion, Radius: 3, Shape: draw.CrossGlyph{}}}
		p.Add(marks)
		f.key = append(f.key, keyEntry{"mistake", []plot.Thumbnailer{marks}})
	}
	f.panels = append(f.panels, panel{plot: p})
	return f, nil
}

// share is the share of the first side, from -1 to 1: an evaluation has no bounds.
func (p EvaluationPoint) share() float64 {
	switch p.Proven {
	case "first":
		return 1
	case "second":
		return -1
	case "draw":
		return 0
	}
	return math.Tanh(p.Value / 2)
}

// proven says in words what is proven of a position, "" if nothing is.
func (data EvaluationData) proven(p EvaluationPoint) string {
	switch p.Proven {
	case "first":
		return data.Sides[0] + " wins"
	case "second":
		return data.Sides[1] + " wins"
	}
	return p.Proven
}

func (data EvaluationData) check() error {
	if len(data.Points) < 2 {
		return errors.New("fewer than two positions")
	}
	for i, p := range data.Points {
		switch {
		case p.Ply < 0 || i > 0 && p.Ply <= data.Points[i-1].Ply:
			return fmt.Errorf("the plies do not rise at point %d", i)
		case p.Proven != "" && p.Proven != "first" && p.Proven != "second" && p.Proven != "draw":
			return fmt.Errorf("point %d: proven %q (expected: first, second, draw)", i, p.Proven)
		}
		if err := checkFinite(fmt.Sprintf("point %d", i), p.Value); err != nil {
			return err
		}
	}
	return nil
}

func (data EvaluationData) about() string {
	last := data.Points[len(data.Points)-1]
	text := fmt.Sprintf("The evaluation of %s of a game, %s above. The last: ", quantity.Of(len(data.Points), "position"), data.Sides[0])
	if last.Proven != "" {
		text += data.proven(last)
	} else {
		text += fmt.Sprintf("%+.2f for %s", last.Value, data.Sides[0])
	}
	var plies []string
	for _, ply := range data.Mistakes {
		plies = append(plies, strconv.Itoa(ply))
	}
	if len(plies) > 0 {
		text += "; mistakes at ply " + strings.Join(plies, ", ")
	}
	return text + "."
}
