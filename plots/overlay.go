package plots

import (
	"errors"
	"fmt"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// OverlayCurve is a run: its validated fitness after so many training games.
type OverlayCurve struct {
	Name    string
	Games   []int     // rising
	Fitness []float64 // 0..1
}

// OverlayData is what an overlay of runs shows.
type OverlayData struct {
	Title  string
	Curves []OverlayCurve
}

// Overlay shows how several runs learn, over the games that they cost. The best
// at the end have colours and names; the others are grey.
func Overlay(data OverlayData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("plots: overlay: %w", err)
	}
	p, _ := newPanel("training games", "validated fitness (0 to 1)")
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	lines, order := data.lines(), data.order()
	count := min(named, len(order))
	last := 0
	for _, c := range data.Curves {
		last = max(last, c.Games[len(c.Games)-1])
	}
	f := &Figure{title: data.Title, panelHeight: 9.5 * vg.Centimeter}
	if rest := order[count:]; len(rest) > 0 {
		f.key = addGrey(p, lines, rest, "run")
	}
	labels := addColoured(p, lines, order[:count], func(k int) string { return data.Curves[k].Name })
	p.X.Min, p.X.Max = span{0, 0, float64(last)}.open()
	p.Y.Min, p.Y.Max = 0, 1
	f.panels = []panel{{p, endLabelsWidth(labels), func(whole draw.Canvas) { drawEndLabels(whole, p, labels) }}}
	return f, nil
}

func (data OverlayData) check() error {
	if len(data.Curves) == 0 {
		return errors.New("no runs")
	}
	for _, c := range data.Curves {
		if len(c.Games) == 0 || len(c.Games) != len(c.Fitness) {
			return fmt.Errorf("%s: %d values after %d numbers of games", c.Name, len(c.Fitness), len(c.Games))
		}
		if err := shares(c.Name+": a fitness", c.Fitness...); err != nil {
			return err
		}
		if err := rising(c.Games); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

func (data OverlayData) lines() []plotter.XYs {
	list := make([]plotter.XYs, len(data.Curves))
	for i, c := range data.Curves {
		for k, games := range c.Games {
			list[i] = append(list[i], plotter.XY{X: float64(games), Y: c.Fitness[k]})
		}
	}
	return list
}

// order puts the best at the end first.
func (data OverlayData) order() []int {
	order := make([]int, len(data.Curves))
	for i := range order {
		order[i] = i
	}
	final := func(i int) float64 { c := data.Curves[order[i]]; return c.Fitness[len(c.Fitness)-1] }
	sort.SliceStable(order, func(i, j int) bool { return final(i) > final(j) })
	return order
}

// addColoured draws curves, the first on top, and names them at their ends.
func addColoured(p *plot.Plot, curves []plotter.XYs, which []int, name func(int) string) []endLabel {
	// Colours that are equally light in grey print have different dashes.
	styles := [named]draw.LineStyle{
		line(black, 1.5, solid), line(vermilion, 1.5, dashed), line(blue, 1.5, solid), line(green, 1.5, mixed),
		line(orange, 1.5, solid), line(purple, 1.6, dotted), line(skyBlue, 1.5, broken), line(black, 1.3, dotted),
	}
	var labels []endLabel
	for i := len(which) - 1; i >= 0; i-- {
		k := which[i]
		p.Add(curve(curves[k], styles[i])...)
		labels = append(labels, endLabel{name(k), curves[k][len(curves[k])-1], styles[i]})
	}
	return labels
}

// addGrey draws the curves that get no colour.
func addGrey(p *plot.Plot, curves []plotter.XYs, others []int, what string) []keyEntry {
	style := line(grey, .6, solid)
	for _, k := range others {
		p.Add(curve(curves[k], style)...)
	}
	name := "the other " + what
	if len(others) > 1 {
		name = fmt.Sprintf("the other %d %ss", len(others), what)
	}
	return []keyEntry{{name, []plot.Thumbnailer{&plotter.Line{LineStyle: style}}}}
}
