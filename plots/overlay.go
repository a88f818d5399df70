package plots

import (
	"errors"
	"fmt"
	"sort"

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
	Noun   string // what a curve is of
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
		f.key = addGrey(p, lines, rest, data.Noun)
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
