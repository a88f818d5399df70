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

// Draw draws the figures of a run's folder into its plots folder, in the given
// formats (svg, png, pdf; none means svg and png), and returns their paths. A
// run that was cut off has no win rates: they need a champion that was tested.
func Draw(folder string, formats []string) ([]string, error) {
	if len(formats) == 0 {
		formats = figureFormats
	}
	c, err := Load(filepath.Join(folder, ConfigFile), nil)
	if err != nil {
		return nil, err
	}
	metrics, err := ReadLines[Metrics](filepath.Join(folder, MetricsFile))
	if err != nil {
		return nil, err
	}
	_, evidence, err := ReadChampion(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	g, err := agent.FindGame(c.Game)
	if err != nil {
		return nil, err
	}
	curve, err := plots.LearningCurve(curveData(c, metrics))
	if err != nil {
		return nil, err
	}
	weights, err := plots.Weights(weightsData(c, newLayout(c, g.Info().Features).genes(), metrics))
	if err != nil {
		return nil, err
	}
	played, err := plots.Weights(acrossGames(c, newLayout(c, g.Info().Features).genes(), metrics))
	if err != nil {
		return nil, err
	}
	drawn := []drawing{{"learning", curve}, {"weights", weights}, {"weights-games", played}}
	if len(evidence.Test) > 0 {
		rates, err := plots.WinRates(ratesData(c, g.Info().Sides, evidence))
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, drawing{"winrates", rates})
	}
	return save(filepath.Join(folder, PlotsFolder), drawn, formats)
}

// drawing is a figure under the name of its files.
type drawing struct {
	name   string
	figure *plots.Figure
}

func save(folder string, drawn []drawing, formats []string) ([]string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("experiments: %w", err)
	}
	var files []string
	for _, d := range drawn {
		for _, format := range formats {
			file := filepath.Join(folder, d.name+"."+format)
			if err := plots.Save(d.figure, file); err != nil {
				return nil, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

func curveData(c *Config, metrics []Metrics) plots.CurveData {
	data := plots.CurveData{Title: fmt.Sprintf("%s: learning curve of %s (seed %d)%s", c.Game, c.Name, c.Seed, c.goal())}
	for _, m := range metrics {
		data.Points = append(data.Points, plots.CurvePoint{
			Generation: m.Generation, Games: m.Games, Best: m.Best, Mean: m.Mean, Low: m.Low, High: m.High, Validated: m.Validated,
		})
	}
	return data
}

func weightsData(c *Config, features []string, metrics []Metrics) plots.WeightsData {
	data := plots.WeightsData{Game: c.Game, Features: features}
	for _, m := range metrics {
		data.Generations = append(data.Generations, m.Generation)
		data.Weights = append(data.Weights, m.Weights)
	}
	return data
}

// acrossGames shows the weights as a function of the games played.
func acrossGames(c *Config, features []string, metrics []Metrics) plots.WeightsData {
	data := weightsData(c, features, metrics)
	data.Across = "games played"
	for i, m := range metrics {
		data.Generations[i] = m.Games
	}
	return data
}

func ratesData(c *Config, sides [2]string, e Evidence) plots.WinRatesData {
	data := plots.WinRatesData{
		Title: fmt.Sprintf("%s: the champion of %s at depth %d%s", c.Game, c.Name, e.Depth, c.goal()),
		First: "as " + sides[0], Second: "as " + sides[1],
	}
	for _, v := range e.Test {
		label := fmt.Sprintf("%d random opening plies", v.OpeningPlies)
		if n := len(data.Groups); n == 0 || data.Groups[n-1].Label != label {
			data.Groups = append(data.Groups, plots.RateGroup{Label: label})
		}
		group := &data.Groups[len(data.Groups)-1]
		group.Rates = append(group.Rates, plots.OpponentRate{
			Opponent: v.Opponent, First: v.AsFirst, Second: v.AsSecond, Pooled: v.Score,
		})
	}
	return data
}
