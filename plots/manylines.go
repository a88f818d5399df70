package plots

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// named is how many curves get a colour and a name; the others are grey.
const named = 10

// colours are the styles of the named curves, in order. Colours that look alike in
// grey print have different dashes.
func colours() [named]draw.LineStyle {
	return [named]draw.LineStyle{
		line(black, 1.5, solid), line(vermilion, 1.5, dashed), line(blue, 1.5, solid), line(green, 1.5, mixed),
		line(orange, 1.5, solid), line(purple, 1.6, dotted), line(skyBlue, 1.5, broken), line(black, 1.3, dotted),
		line(blue, 1.6, dotted), line(orange, 1.5, dashed),
	}
}

// absent stands for a curve that a panel does not have.
const absent = -1

// addColoured draws curves, the first on top, and names them at their ends. absent
// keeps the style of a curve that other panels show.
func addColoured(p *plot.Plot, curves []plotter.XYs, which []int, name func(int) string) []endLabel {
	styles := colours()
	var labels []endLabel
	for i, k := range slices.Backward(which) {
		if k == absent {
			continue
		}
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
