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

	"evolab/stats"
)

// OpponentRate is how often an opponent was beaten, as shares 0..1: as the
// first side, as the second, and in all games.
type OpponentRate struct {
	Opponent              string
	First, Second, Pooled stats.Estimate
}

// RateGroup is a panel of win rates, for example those of an opening length.
type RateGroup struct {
	Label string
	Rates []OpponentRate
}

// WinRatesData is what the figure of win rates shows. First and Second name
// the sides: "as Black", "as White".
type WinRatesData struct {
	Title         string
	First, Second string
	Groups        []RateGroup
}

// rateMark is how one of the three rates of an opponent looks, and its distance
// from the middle of the opponent's column (columns are 1 apart).
type rateMark struct {
	name  string
	shift float64
	color color.Color
	shape draw.GlyphDrawer
	of    func(OpponentRate) stats.Estimate
}

func (data WinRatesData) marks() []rateMark {
	return []rateMark{
		{data.First, -.2, blue, draw.CircleGlyph{}, func(r OpponentRate) stats.Estimate { return r.First }},
		{data.Second, 0, vermilion, hollowGlyph{}, func(r OpponentRate) stats.Estimate { return r.Second }},
		{"all games", .2, black, draw.BoxGlyph{}, func(r OpponentRate) stats.Estimate { return r.Pooled }},
	}
}

// WinRates shows the win rate against every opponent with 95 % intervals, a
// panel for each group.
func WinRates(data WinRatesData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("win rates: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 6.2 * vg.Centimeter, slantHeight: 1.8 * vg.Centimeter}
	f.data.add("group", "opponent", "side", estimated("win_rate"))
	for _, group := range data.Groups {
		for _, r := range group.Rates {
			for _, m := range data.marks() {
				f.data.add(group.Label, r.Opponent, m.name, m.of(r))
			}
		}
		p, grid := newPanel("", "win rate (%)")
		p.Title.Text = group.Label
		grid.Vertical.Color = nil // columns have separators instead
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1, evenTicks(4, 100, 0)
		p.X.Min, p.X.Max = -.5, float64(len(group.Rates))-.5
		p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.X.Min, Y: .5}, {X: p.X.Max, Y: .5}}, LineStyle: line(grey, .9, dashed)})
		for i := 1; i < len(group.Rates); i++ {
			x := float64(i) - .5
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: x, Y: 0}, {X: x, Y: 1}}, LineStyle: line(faint, .8, solid)})
		}
		for _, m := range data.marks() {
			sample := m.add(p, group.Rates)
			if len(f.panels) == 0 {
				f.key = append(f.key, keyEntry{m.name, sample})
			}
		}
		var opponents []string
		for _, r := range group.Rates {
			opponents = append(opponents, r.Opponent)
		}
		f.panels = append(f.panels, panel{plot: p, columns: opponents})
	}
	return f, nil
}

func (data WinRatesData) about() string {
	var groups []string
	for _, g := range data.Groups {
		var rates []string
		for _, r := range g.Rates {
			rates = append(rates, r.Opponent+" "+r.Pooled.Percent())
		}
		groups = append(groups, g.Label+": "+strings.Join(rates, ", "))
	}
	return "Win rates of all games with 95 % intervals. " + strings.Join(groups, ". ") + "."
}

func (data WinRatesData) check() error {
	if len(data.Groups) == 0 {
		return errors.New("no groups")
	}
	for _, group := range data.Groups {
		if len(group.Rates) == 0 {
			return fmt.Errorf("%s: no opponents", group.Label)
		}
		for _, r := range group.Rates {
			for _, m := range data.marks() {
				if err := checkInterval(fmt.Sprintf("%s: %s %s", group.Label, r.Opponent, m.name), m.of(r)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nameTicks writes names below columns that are 1 apart, slanted when one is
// wider than its column, and reports whether they are slanted.
func nameTicks(p *plot.Plot, names []string, width vg.Length) bool {
	column := (width - 60) / vg.Length(len(names))
	label := &p.X.Tick.Label
	label.Rotation, label.XAlign, label.YAlign = 0, draw.XCenter, draw.YTop
	ticks, widest := plot.ConstantTicks{}, vg.Length(0)
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		widest = max(widest, label.Width(name))
	}
	p.X.Tick.Marker = ticks
	p.X.Tick.Color = white // only keeps the names off the axis
	p.X.Min, p.X.Max = -.5, float64(len(names))-.5
	if widest+6 <= column {
		return false
	}
	label.Rotation, label.XAlign = math.Pi/6, draw.XRight
	return true
}

func (m rateMark) add(p *plot.Plot, rates []OpponentRate) []plot.Thumbnailer {
	var spans []span
	var values plotter.XYs
	for i, r := range rates {
		x := float64(i) + m.shift
		spans = append(spans, spanOf(x, m.of(r)))
		values = append(values, plotter.XY{X: x, Y: m.of(r).Value})
	}
	marks := &plotter.Scatter{XYs: values, GlyphStyle: draw.GlyphStyle{Color: m.color, Radius: 2.7, Shape: m.shape}}
	p.Add(newBars(spans, line(m.color, 1, solid), 5), marks)
	return []plot.Thumbnailer{marks}
}
