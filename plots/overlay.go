package plots

import (
	"errors"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// OverlayCurve is a run: its validated fitness after so many training games, or
// after so much of what else is counted.
type OverlayCurve struct {
	Name    string
	Games   []int            // rising
	Fitness []stats.Estimate // 0..1, with 95 % intervals
}

// OverlayData is what an overlay of runs shows.
type OverlayData struct {
	Title  string
	Noun   string // what a curve is of
	Across string // what is counted; "": training games
	Curves []OverlayCurve
}

// Overlay shows how several runs learn, over their training games. The best at
// the end have colours, names and their intervals as bands; the others are grey.
func Overlay(data OverlayData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("plots: overlay: %w", err)
	}
	p, _ := newPanel(data.across(), "validated fitness (0 to 1)")
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	lines := data.lines()
	order := descending(len(data.Curves), func(i int) float64 { return lines[i][len(lines[i])-1].Y })
	count := min(named, len(order))
	last := 0
	for _, c := range data.Curves {
		last = max(last, c.Games[len(c.Games)-1])
	}
	f := &Figure{title: data.Title, about: data.about(order), panelHeight: 9.5 * vg.Centimeter}
	f.key = data.addBands(p, order[:count])
	if rest := order[count:]; len(rest) > 0 {
		f.key = append(f.key, addGrey(p, lines, rest, data.Noun)...)
	}
	labels := addColoured(p, lines, order[:count], func(k int) string { return data.Curves[k].Name })
	p.X.Min, p.X.Max = span{0, 0, float64(last)}.open()
	p.Y.Min, p.Y.Max = 0, 1
	f.panels = []panel{labelled(p, labels)}
	return f, nil
}

func (data OverlayData) across() string {
	if data.Across == "" {
		return "training games"
	}
	return data.Across
}

// addBands shades the intervals of curves in their colours. More than a few would
// hide each other: then only the first has one.
func (data OverlayData) addBands(p *plot.Plot, which []int) []keyEntry {
	const most = 4
	name := "95 % interval"
	if len(which) > most {
		name = fmt.Sprintf("95 %% interval of the first %s", data.Noun)
		which = which[:1]
	}
	for i := len(which) - 1; i >= 0; i-- {
		c := data.Curves[which[i]]
		var spans []span
		for k, e := range c.Fitness {
			spans = append(spans, spanOf(float64(c.Games[k]), e))
		}
		style := colours()[i]
		p.Add(newBand(spans, shade(style.Color.(color.NRGBA), .13), draw.LineStyle{}))
		if len(spans) == 1 {
			p.Add(newBars(spans, line(style.Color, .6, solid), 4))
		}
	}
	return []keyEntry{{name, []plot.Thumbnailer{newBand(nil, shade(grey, .5), draw.LineStyle{})}}}
}

// about names where the best end.
func (data OverlayData) about(order []int) string {
	var ends []string
	for _, k := range order[:min(named, len(order))] {
		c := data.Curves[k]
		last := len(c.Games) - 1
		ends = append(ends, fmt.Sprintf("%s %s after %s %s", c.Name, c.Fitness[last].Text(), Thousands(c.Games[last]), data.across()))
	}
	return fmt.Sprintf("The validated fitness of %d %ss with 95 %% intervals, by %s. The best end at: %s.", len(data.Curves), data.Noun, data.across(), strings.Join(ends, "; "))
}

func (data OverlayData) check() error {
	if len(data.Curves) == 0 {
		return errors.New("no runs")
	}
	for _, c := range data.Curves {
		if len(c.Games) == 0 || len(c.Games) != len(c.Fitness) {
			return fmt.Errorf("%s: %d values after %d numbers of games", c.Name, len(c.Fitness), len(c.Games))
		}
		for _, e := range c.Fitness {
			if err := ordered(c.Name+": a fitness", e); err != nil {
				return err
			}
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
			list[i] = append(list[i], plotter.XY{X: float64(games), Y: c.Fitness[k].Value})
		}
	}
	return list
}
