package plots

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/internal/quantity"
	"evolab/stats"
)

// OverlayCurve is the validated fitness of a run as its training games grow, or
// as another count does that OverlayData names.
type OverlayCurve struct {
	Name    string
	At      []float64        // never falls
	Fitness []stats.Estimate // 0..1, with 95 % intervals
	Runs    int              // that it is the mean of; 0: it is a run's own
}

// HasInterval reports whether the estimates have intervals: too few runs have none.
func (c *OverlayCurve) HasInterval() bool { return c.Runs == 0 || c.Runs >= stats.FewestRuns }

// Label is the name, and of how few runs the curve is if that leaves it without a band.
func (c *OverlayCurve) Label() string {
	if c.HasInterval() {
		return c.Name
	}
	return fmt.Sprintf("%s (%s)", c.Name, quantity.Of(c.Runs, "run"))
}

// End says where the curve ends.
func (c *OverlayCurve) End() string {
	last := c.Fitness[len(c.Fitness)-1]
	if c.HasInterval() {
		return last.Text()
	}
	return fmt.Sprintf("%.3f, too few runs for an interval", last.Value)
}

// OverlayData is what an overlay of runs of one game shows.
type OverlayData struct {
	Title  string
	Noun   string // what a curve is of
	Across string // what is counted; "": training games
	Curves []OverlayCurve
}

// Overlay shows how several runs learn, over their training games. The best at
// the end have colours, names and their intervals as bands; the others are grey.
// Several games have a panel each, with the same axes and, for the same name, the
// same colour.
func Overlay(games ...OverlayData) (*Figure, error) {
	if len(games) == 0 {
		return nil, errors.New("overlay: no games")
	}
	f := &Figure{title: games[0].Title, panelHeight: 9.5 * vg.Centimeter}
	if len(games) > 1 {
		f.title, f.panelHeight = "Validated fitness, each game by itself", 7*vg.Centimeter
	}
	order, last := byEnd(games), 0. // where the longest curve ends
	f.data.add("figure", "curve", "runs", "across", "at", estimated("validated"))
	for _, data := range games {
		if err := data.check(); err != nil {
			return nil, fmt.Errorf("overlay: %w", err)
		}
		data.addTo(&f.data)
		for _, c := range data.Curves {
			last = max(last, c.At[len(c.At)-1])
		}
	}
	for _, data := range games {
		if len(games) == 1 {
			data.Title = ""
		}
		f.addOverlay(data, order, last)
	}
	return f, nil
}

// addTo adds the curves to the numbers of a figure, in their order.
func (data OverlayData) addTo(t *table) {
	for _, c := range data.Curves {
		for i, e := range c.Fitness {
			if !c.HasInterval() {
				e = alone(e.Value)
			}
			t.add(data.Title, c.Name, max(1, c.Runs), data.across(), c.At[i], e)
		}
	}
}

// addOverlay adds the panel of a game. order is that of the curves in all panels.
func (f *Figure) addOverlay(data OverlayData, order []curveID, last float64) {
	p, _ := newPanel(data.across(), "validated fitness (0 to 1)")
	p.Title.Text = data.Title
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	lines, which := data.lines(), data.places(order)
	count := min(maxNamed, len(which))
	f.about = strings.TrimSpace(f.about + " " + data.about(which))
	key := data.addBands(p, which[:count], order[0].name)
	if rest := slices.DeleteFunc(which[count:], func(k int) bool { return k == absent }); len(rest) > 0 {
		key = append(key, addGrey(p, lines, rest, data.Noun)...)
	}
	if f.key == nil {
		f.key = key
	}
	labels := addColoured(p, lines, which[:count], func(k int) string { return data.Curves[k].Label() })
	p.X.Min, p.X.Max = span{0, 0, last}.widened()
	p.Y.Min, p.Y.Max = 0, 1
	f.panels = append(f.panels, labelled(p, labels))
}

func (data OverlayData) across() string {
	return cmp.Or(data.Across, "training games")
}

// addBands shades the intervals of curves in their colours. More than a few would
// hide each other: then only the first has one.
func (data OverlayData) addBands(p *plot.Plot, which []int, first string) []keyEntry {
	const most = 4
	name := "95 % interval"
	if len(which) > most {
		name += " of " + first
		which = which[:1]
	}
	for i, k := range slices.Backward(which) {
		if k == absent {
			continue
		}
		var spans []span
		for n, e := range data.Curves[k].Fitness {
			spans = append(spans, spanOf(data.Curves[k].At[n], e))
		}
		style := colours()[i]
		p.Add(newBand(spans, shade(style.Color.(color.NRGBA), .13), draw.LineStyle{}))
		if len(spans) == 1 {
			p.Add(newBars(spans, line(style.Color, .6, solid), 4))
		}
	}
	return []keyEntry{{name, []plot.Thumbnailer{newBand(nil, shade(grey, .38), draw.LineStyle{})}}}
}

func (data OverlayData) about(which []int) string {
	var ends []string
	for _, k := range which[:min(maxNamed, len(which))] {
		if k == absent {
			continue
		}
		c := data.Curves[k]
		last := len(c.At) - 1
		ends = append(ends, fmt.Sprintf("%s %s after %s %s", c.Name, c.End(), CountText(c.At[last]), data.across()))
	}
	counted := fmt.Sprintf("%d %ss", len(data.Curves), data.Noun)
	if len(data.Curves) == 1 {
		counted = "one " + data.Noun
	}
	return fmt.Sprintf("The validated fitness of %s with 95 %% intervals, by %s. The best end at: %s.", counted, data.across(), strings.Join(ends, "; "))
}

func (data OverlayData) check() error {
	if len(data.Curves) == 0 {
		return errors.New("no runs")
	}
	for _, c := range data.Curves {
		if len(c.At) == 0 || len(c.At) != len(c.Fitness) {
			return fmt.Errorf("%s: %s at %s", c.Name, quantity.Of(len(c.Fitness), "value"), quantity.Of(len(c.At), "place"))
		}
		for _, e := range c.Fitness {
			if err := checkInterval(c.Name+": a fitness", e); err != nil {
				return err
			}
		}
		if err := checkFinite(c.Name+": a place", c.At...); err != nil {
			return err
		}
		if !slices.IsSorted(c.At) {
			return fmt.Errorf("%s goes back on its axis", c.Name)
		}
	}
	return nil
}

func (data OverlayData) lines() []plotter.XYs {
	list := make([]plotter.XYs, len(data.Curves))
	for i, c := range data.Curves {
		for k, at := range c.At {
			list[i] = append(list[i], plotter.XY{X: at, Y: c.Fitness[k].Value})
		}
	}
	return list
}

// curveID is a curve in all panels: its name, and how many curves before it in the
// same panel have that name.
type curveID struct {
	name   string
	before int
}

// ids are those of the curves of a panel.
func (data OverlayData) ids() []curveID {
	var list []curveID
	count := map[string]int{}
	for _, c := range data.Curves {
		list = append(list, curveID{c.Name, count[c.Name]})
		count[c.Name]++
	}
	return list
}

// byEnd lists the curves of all panels, those with the highest mean end first.
func byEnd(games []OverlayData) []curveID {
	var all []curveID
	sum, panels := map[curveID]float64{}, map[curveID]float64{}
	for _, data := range games {
		for i, id := range data.ids() {
			if panels[id] == 0 {
				all = append(all, id)
			}
			if e := data.Curves[i].Fitness; len(e) > 0 {
				sum[id] += e[len(e)-1].Value
			}
			panels[id]++
		}
	}
	var list []curveID
	for _, i := range descending(len(all), func(i int) float64 { return sum[all[i]] / panels[all[i]] }) {
		list = append(list, all[i])
	}
	return list
}

// Ranked is the curves in the order in which a figure of them alone styles and names them.
func (data OverlayData) Ranked() []OverlayCurve {
	var list []OverlayCurve
	for _, k := range data.places(byEnd([]OverlayData{data})) {
		list = append(list, data.Curves[k])
	}
	return list
}

// places are the indices of the curves of a panel in an order of curves, absent where
// it has none.
func (data OverlayData) places(order []curveID) []int {
	at := map[curveID]int{}
	for i, id := range data.ids() {
		at[id] = i
	}
	var list []int
	for _, id := range order {
		k, known := at[id]
		if !known {
			k = absent
		}
		list = append(list, k)
	}
	return list
}
