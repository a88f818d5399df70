package plots

import (
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evolab/stats"
)

// RatingsData is the ratings of players, the first in rank first.
type RatingsData struct {
	Title   string
	Players []string
	Ratings []stats.Estimate // Elo, relative to the mean of all
}

// Ratings shows each player's rating with its 95 % interval, the first in rank on top.
func Ratings(data RatingsData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("ratings: %w", err)
	}
	p, grid := newPanel("Elo, 95 % (0: the mean of all)", "")
	grid.Horizontal.Color = nil
	p.X.Min, p.X.Max, p.X.Tick.Marker = -100, 100, roundTicks{0}
	var names []string
	for i, name := range data.Players {
		names = append(names, shortened(name))
		p.X.Min, p.X.Max = min(p.X.Min, data.Ratings[i].Low), max(p.X.Max, data.Ratings[i].High)
	}
	room := .05 * (p.X.Max - p.X.Min)
	p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	nameRows(p, names)
	p.Add(ratingMarks(data.Ratings))
	f := &Figure{title: data.Title, about: data.about(), panelHeight: vg.Length(len(names))*17 + 45, panels: []panel{{plot: p}}}
	f.data.add("player", estimated("elo"))
	for i, r := range data.Ratings {
		f.data.add(data.Players[i], r)
	}
	return f, nil
}

// shortened is a name that leaves room for the figure.
func shortened(name string) string {
	const most = 30
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-3]) + "..."
	}
	return name
}

func (data RatingsData) check() error {
	if len(data.Players) == 0 || len(data.Players) != len(data.Ratings) {
		return errors.New("not a rating for each player")
	}
	for i, r := range data.Ratings {
		if err := checkFinite(data.Players[i], r.Value, r.Low, r.High); err != nil {
			return err
		}
	}
	return nil
}

func (data RatingsData) about() string {
	var list []string
	for i, r := range data.Ratings {
		list = append(list, fmt.Sprintf("%s %+.0f [%+.0f, %+.0f]", data.Players[i], r.Value, r.Low, r.High))
	}
	return "Elo with 95 % intervals: " + strings.Join(list, "; ") + "."
}

// ratingMarks are values with error bars, the first one on top.
type ratingMarks []stats.Estimate

// Plot implements plot.Plotter.
func (m ratingMarks) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if p.X.Min < 0 && p.X.Max > 0 {
		c.StrokeLines(line(grey, .9, dashed), []vg.Point{{X: x(0), Y: y(p.Y.Min)}, {X: x(0), Y: y(p.Y.Max)}})
	}
	for i, r := range m {
		at := y(float64(len(m) - 1 - i))
		interval(c, x(r.Low), x(r.High), at, 2.5)
		c.DrawGlyph(draw.GlyphStyle{Color: vermilion, Radius: 3, Shape: draw.CircleGlyph{}}, vg.Point{X: x(r.Value), Y: at})
	}
}
