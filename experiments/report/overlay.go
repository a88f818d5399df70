package report

import (
	"strings"

	"evolab/experiments/notebook"
	"evolab/experiments/record"
	"evolab/plots"
)

// together is what several runs show side by side.
type together struct {
	Games       []oneGame // one, unless the runs are of several games
	Differences []notebook.Setting
}

// oneGame is what the runs of one game and variant show side by side; runs of
// several cannot be compared.
type oneGame struct {
	Name   string
	Groups []notebook.Group // settings with more than one seed, ranked; the runs' own order is kept elsewhere
	Curves *record.Picture  // learning curves of the groups, else of the runs; nil without a validation
	File   string           // of the curves, if they are written
}

// putTogether compares runs, with curves if drawn; a single run has no comparison.
func putTogether(runs []*Run, drawn bool) (together, error) {
	if len(runs) < 2 {
		return together{}, nil
	}
	var records []*notebook.Report
	for _, r := range runs {
		records = append(records, r.Report)
	}
	var t together
	grouped := false
	games := notebook.ByGame(records)
	for _, list := range games {
		g, err := compared(list, drawn)
		if err != nil {
			return t, err
		}
		if len(games) > 1 {
			g.File = "overlay-" + strings.ReplaceAll(g.Name, " ", "-") + ".svg"
		}
		t.Games = append(t.Games, g)
		grouped = grouped || g.Groups != nil
	}
	if len(runs) <= 6 || !grouped { // a table has room for six columns
		t.Differences = notebook.Differing(records)
	}
	return t, nil
}

// compared compares runs of one game.
func compared(runs []*notebook.Report, drawn bool) (oneGame, error) {
	g := oneGame{Name: runs[0].GameName(), Groups: notebook.Groups(runs), File: "overlay.svg"}
	if !drawn || len(runs) < 2 || !notebook.Validated(runs) {
		return g, nil
	}
	draw := func() (*plots.Figure, error) { return notebook.Overlay(runs) }
	if g.Groups != nil {
		draw = func() (*plots.Figure, error) { return notebook.OverlayGroups(g.Groups) }
	}
	figure, err := draw()
	if err != nil {
		return g, err
	}
	svg, err := plots.SVG(figure)
	g.Curves = &record.Picture{Name: "overlay", Title: figure.Title(), About: figure.About(), SVG: svg}
	return g, err
}
