package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evolab/agent"
	"evolab/plots"
)

// figureFormats are those that a run draws by itself.
var figureFormats = []string{"svg", "png"}

// figure is a line of the table of figures. draw returns nil where the run has
// nothing to show.
type figure struct {
	name string // of its files
	draw func(r *drawn) (*plots.Figure, error)
}

// figures lists what is drawn of a run.
func figures() []figure {
	return []figure{
		{"learning", func(r *drawn) (*plots.Figure, error) { return plots.LearningCurve(r.curve()) }},
		{"claims", (*drawn).claims},
		{"truth", (*drawn).truth},
		{"weights", func(r *drawn) (*plots.Figure, error) { return plots.Weights(r.weights()) }},
		{"weights-games", func(r *drawn) (*plots.Figure, error) { return plots.Weights(r.acrossGames()) }},
		{"winrates", (*drawn).winRates},
		{"opponents", (*drawn).opponents},
		{"progress", (*drawn).progress},
	}
}

// drawn is what the figures of a run show.
type drawn struct {
	config   *Config
	genes    []string
	sides    [2]string
	metrics  []Metrics
	matches  []MatchLine
	evidence Evidence
}

// Picture is a figure of a run as SVG.
type Picture struct {
	Name string // as of the files in the plots folder
	SVG  []byte
}

// Pictures draws the figures of a run's folder without writing them.
func Pictures(folder string) ([]Picture, error) {
	r, err := readDrawn(folder)
	if err != nil {
		return nil, err
	}
	var list []Picture
	for _, f := range figures() {
		figure, err := f.draw(r)
		if err != nil {
			return nil, err
		}
		if figure == nil {
			continue
		}
		svg, err := plots.SVG(figure)
		if err != nil {
			return nil, err
		}
		list = append(list, Picture{f.name, svg})
	}
	return list, nil
}

// Draw draws the figures of a run's folder into its plots folder, in the given
// formats (svg, png, pdf; none means svg and png), and returns their paths. A
// run that was cut off has no win rates: they need a champion that was tested.
func Draw(folder string, formats []string) ([]string, error) {
	if len(formats) == 0 {
		formats = figureFormats
	}
	r, err := readDrawn(folder)
	if err != nil {
		return nil, err
	}
	into := filepath.Join(folder, PlotsFolder)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return nil, fmt.Errorf("experiments: %w", err)
	}
	var files []string
	for _, f := range figures() {
		picture, err := f.draw(r)
		if err != nil {
			return nil, err
		}
		if picture == nil {
			continue
		}
		for _, format := range formats {
			file := filepath.Join(into, f.name+"."+format)
			if err := plots.Save(picture, file); err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

func readDrawn(folder string) (*drawn, error) {
	r := &drawn{}
	var err error
	if r.config, err = Load(filepath.Join(folder, ConfigFile), nil); err != nil {
		return nil, err
	}
	if r.metrics, err = ReadLines[Metrics](filepath.Join(folder, MetricsFile)); err != nil {
		return nil, err
	}
	if r.matches, err = ReadLines[MatchLine](filepath.Join(folder, MatchesFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if _, r.evidence, err = ReadChampion(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	g, err := agent.FindGame(r.config.Game)
	if err != nil {
		return nil, err
	}
	r.genes, r.sides = newLayout(r.config, g.Info().Features).genes(), g.Info().Sides
	return r, nil
}
