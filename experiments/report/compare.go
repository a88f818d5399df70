package report

import (
	"strings"

	"evolab/experiments/run"
	"evolab/experiments/sweep"
	"evolab/plots"
)

// comparison is what several runs show side by side.
type comparison struct {
	Games       []gameComparison // one, unless the runs are of several games
	Differences []run.Setting
}

// gameComparison is what the runs of one game and variant show side by side; runs of
// several cannot be compared.
type gameComparison struct {
	Name    string
	Groups  []run.Group  // settings with more than one seed, ranked; the runs' own order is kept elsewhere
	Repeats []string     // warnings of runs that repeat each other
	Curves  *run.Picture // learning curves of the groups, else of the runs; nil without a validation
	File    string       // of the curves, if they are written

	Study    *sweep.Study  // of the sweep whose cells the runs are; nil otherwise
	Settings []run.Picture // its figures
}

// compareRuns compares runs, with curves if drawn; a single run has no comparison.
func compareRuns(runs []*Run, drawn bool) (comparison, error) {
	if len(runs) < 2 {
		return comparison{}, nil
	}
	var records []*run.Run
	for _, r := range runs {
		records = append(records, r.Run)
	}
	var t comparison
	grouped := false
	games := run.ByGame(records)
	for _, list := range games {
		g, err := compareGame(list, drawn)
		if err != nil {
			return t, err
		}
		if len(games) > 1 {
			g.File = "overlay-" + strings.ReplaceAll(g.Name, " ", "-") + ".svg"
		}
		t.Games = append(t.Games, g)
		grouped = grouped || g.Groups != nil
	}
	const maxColumns = 6 // that a table has room for
	if len(runs) <= maxColumns || !grouped {
		t.Differences = run.Differing(records)
	}
	return t, nil
}

func compareGame(runs []*run.Run, drawn bool) (gameComparison, error) {
	g := gameComparison{Name: runs[0].GameName(), Groups: run.Groups(runs), File: "overlay.svg"}
	if err := g.study(runs, drawn); err != nil {
		return g, err
	}
	if g.Study == nil || len(g.Study.Varied) == 0 { // whose warnings have them otherwise
		g.Repeats = run.RepeatWarnings(runs)
	}
	if !drawn || len(runs) < 2 || !run.Validated(runs) {
		return g, nil
	}
	draw := func() (*plots.Figure, error) { return run.Overlay(runs, run.CurveView{}) }
	if g.Groups != nil {
		draw = func() (*plots.Figure, error) { return run.OverlayGroups(g.Groups) }
	}
	figure, err := draw()
	if err != nil {
		return g, err
	}
	svg, err := plots.SVG(figure)
	g.Curves = &run.Picture{Name: "overlay", Title: figure.Title(), About: figure.About(), SVG: svg}
	return g, err
}

// study adds what the cells of a sweep say about its settings.
func (g *gameComparison) study(runs []*run.Run, drawn bool) (err error) {
	cells := &sweep.Group{Sweep: sweep.SweepOf(runs), Game: g.Name}
	if cells.Sweep == "" || len(runs) < 2 {
		return nil
	}
	for _, r := range runs {
		s := r.Summary()
		cells.Runs, cells.Planned = append(cells.Runs, &s), max(cells.Planned, s.Cells)
	}
	g.Study = sweep.NewStudy(cells, "")
	if drawn {
		g.Settings, err = g.Study.Pictures()
	}
	return err
}
