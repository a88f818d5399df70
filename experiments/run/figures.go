package run

import (
	"fmt"
	"os"
	"path/filepath"

	"evolab/experiments/experiment"
	"evolab/plots"
)

// figure is a row of the table of figures. draw returns nil if there is nothing to
// show.
type figure struct {
	name string // of its files
	from string // the run's file that its numbers are in
	draw func(r *drawn) (*plots.Figure, error)
}

// figures lists what is drawn of a run.
func figures() []figure {
	return []figure{
		{"learning", MetricsFile, (*drawn).learning},
		{"claims", MetricsFile, (*drawn).claims},
		{"truth", MetricsFile, (*drawn).truth},
		{"weights", MetricsFile, func(r *drawn) (*plots.Figure, error) { return r.drawWeights(r.weights()) }},
		{"weights-games", MetricsFile, func(r *drawn) (*plots.Figure, error) { return r.drawWeights(r.acrossGames()) }},
		{"rounds", MetricsFile, (*drawn).rounds},
		{"rounds-cpu", TimingFile, (*drawn).roundsByCPU},
		{"practice", MatchesFile, (*drawn).practice},
		{"winrates", ChampionFile, (*drawn).winRates},
		{"opponents", MatchesFile, (*drawn).opponents},
		{"progress", MatchesFile, (*drawn).progress},
	}
}

// drawn is the data of a run's figures.
type drawn struct {
	config   *experiment.Config
	genes    []string
	sides    [2]string
	metrics  []Metrics
	timing   []Timing
	matches  []MatchLine
	evidence Evidence
}

// Picture is a figure of a run as SVG.
type Picture struct {
	Name  string // as of the files in the plots folder
	Title string
	About string // what it shows, in words and numbers
	SVG   []byte
}

// Alt is what the figure shows, for those who do not see it.
func (p *Picture) Alt() string { return p.Title + ". " + p.About }

// Pictures draws the figures of a run without writing them.
func (c *Contents) Pictures(matches []MatchLine) ([]Picture, error) {
	var list []Picture
	err := c.drawn(matches, func(name string, f *plots.Figure) error {
		svg, err := plots.SVG(f)
		list = append(list, Picture{name, f.Title(), f.About(), svg})
		return err
	})
	return list, err
}

// Figure draws one of a run's figures in a format, such as .png; nil if there is none of
// that name.
func (c *Contents) Figure(name, format string) (data []byte, err error) {
	err = c.drawn(c.Matches(), func(found string, f *plots.Figure) (err error) {
		if found == name {
			data, err = plots.Encode(f, format, plots.Style{})
		}
		return err
	})
	return data, err
}

// Draw draws the figures of a run into its plots folder, in the given formats
// (svg, png, pdf; nil means svg and png), and returns their paths. An interrupted
// run has no win rates: they need a tested champion.
func (c *Contents) Draw(formats []string, style plots.Style) ([]string, error) {
	if formats == nil {
		formats = []string{"svg", "png"}
	}
	var names []string
	var list []*plots.Figure
	err := c.drawn(c.Matches(), func(name string, f *plots.Figure) error {
		names, list = append(names, name), append(list, f)
		return plots.Fits(f, style)
	})
	if err != nil { // before anything is written
		return nil, err
	}
	into := filepath.Join(c.Folder, PlotsFolder)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	var files []string
	for i, f := range list {
		for _, format := range formats {
			file := filepath.Join(into, names[i]+"."+format)
			if err := plots.Save(f, file, style); err != nil {
				return files, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// drawn calls use for each figure. One that cannot be drawn, because of numbers
// that no run writes, is a loss.
func (c *Contents) drawn(matches []MatchLine, use func(name string, f *plots.Figure) error) error {
	if len(c.Metrics) == 0 && c.Evidence == nil {
		return nil
	}
	r := &drawn{config: c.Config, genes: c.genes, sides: c.game.Info().Sides, metrics: c.Metrics, timing: c.Timing, matches: matches}
	if c.Evidence != nil {
		r.evidence = *c.Evidence
	}
	for _, f := range figures() {
		picture, err := f.draw(r)
		if err != nil {
			c.Lose(Loss{File: f.from, What: err.Error(), Lost: "the figure " + f.name + " is not shown"})
			continue
		}
		if picture == nil {
			continue
		}
		if err := use(f.name, picture); err != nil {
			return err
		}
	}
	return nil
}

// Draw reads a run's folder and draws its figures.
func Draw(folder string, formats []string) ([]string, error) {
	c, err := ReadContents(folder)
	if err != nil {
		return nil, err
	}
	return c.Draw(formats, plots.Style{})
}
