package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// colours are the styles of the named curves, in order. Colours that look alike in
// grey print have different dashes.
func colours() [named]draw.LineStyle {
	return [named]draw.LineStyle{
		line(black, 1.5, solid), line(vermilion, 1.5, dashed), line(blue, 1.5, solid), line(green, 1.5, mixed),
		line(orange, 1.5, solid), line(purple, 1.6, dotted), line(skyBlue, 1.5, broken), line(black, 1.3, dotted),
	}
}

// addColoured draws curves, the first on top, and names them at their ends.
func addColoured(p *plot.Plot, curves []plotter.XYs, which []int, name func(int) string) []endLabel {
	styles := colours()
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
