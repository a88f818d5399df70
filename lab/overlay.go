package lab

import (
	"fmt"
	"strings"

	"evolab/experiments/run"
	"evolab/plots"
)

// warnOfGames warns that runs of several games are not compared.
func (a *app) warnOfGames(runs []*run.Report) {
	games := run.ByGame(runs)
	if len(games) == 1 {
		return
	}
	var names []string
	for _, list := range games {
		names = append(names, list[0].GameName())
	}
	fmt.Fprintf(a.err, "warning: the runs are of different games (%s), whose fitness cannot be compared: each is shown by itself\n", strings.Join(names, ", "))
}

// drawOverlay draws the curves of runs in one figure.
func drawOverlay(runs []*run.Report, path string, style plots.Style) error {
	figure, err := run.Overlay(runs)
	if err != nil {
		return badInput(err, "--plot '' compares without a figure")
	}
	return badInput(plots.Save(figure, path, style), "the name of a file that ends in .svg, .png or .pdf")
}
