package run

import (
	"fmt"
	"math"
	"slices"

	"evolab/experiments/experiment"
	"evolab/plots"
)

func (r *drawn) curve() plots.CurveData {
	c := r.config
	data := plots.CurveData{Title: fmt.Sprintf("%s: learning curve of %s (seed %d)%s", c.Game, c.Name, c.Seed, titleGoal(c))}
	for _, m := range r.metrics {
		data.Points = append(data.Points, plots.CurvePoint{
			Generation: m.Generation, Games: m.Games, Best: m.Best, Mean: m.Mean, Low: m.Low, High: m.High,
			Validated: m.Validated, Claimed: &m.Interval,
		})
	}
	return data
}

func (r *drawn) learning() (*plots.Figure, error) {
	if len(r.metrics) == 0 {
		return nil, nil
	}
	return plots.LearningCurve(r.curve())
}

func (r *drawn) drawWeights(data plots.WeightsData) (*plots.Figure, error) {
	if len(r.metrics) == 0 {
		return nil, nil
	}
	return plots.Weights(data)
}

// claims omits generation 0, whose claim is the best individual's and whose
// validation the start weights'.
func (r *drawn) claims() (*plots.Figure, error) {
	data := r.curve()
	data.Title = fmt.Sprintf("%s: how much selection flatters itself (%s, seed %d)", r.config.Game, r.config.Name, r.config.Seed)
	data.Points = slices.DeleteFunc(data.Points, func(c plots.CurvePoint) bool { return c.Generation == 0 || c.Validated == nil })
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Claims(data)
}

// truth shows the accuracy of the validated individuals, the start weights'
// first.
func (r *drawn) truth() (*plots.Figure, error) {
	data := plots.TruthData{Title: fmt.Sprintf("%s: what the best of %s keeps of proven values (seed %d)", r.config.Game, r.config.Name, r.config.Seed)}
	for _, m := range r.metrics {
		if m.Accuracy != nil && m.ValidatedScore != nil {
			data.Points = append(data.Points, plots.TruthPoint{Generation: m.Generation, Accuracy: *m.Accuracy, Score: *m.ValidatedScore})
		}
	}
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Truth(data)
}

func (r *drawn) weights() plots.WeightsData {
	data := plots.WeightsData{Game: r.config.Game, Features: r.genes, Parameters: r.config.Tunes()}
	for _, m := range r.metrics {
		data.Generations = append(data.Generations, m.Generation)
		data.Weights = append(data.Weights, r.config.Shown(m.Weights))
	}
	for _, p := range r.config.Parameters {
		data.Ranges = append(data.Ranges, [2]float64{p.Low, p.High})
	}
	return data
}

// acrossGames shows the weights as a function of the games played.
func (r *drawn) acrossGames() plots.WeightsData {
	data := r.weights()
	data.Across = "games played"
	for i, m := range r.metrics {
		data.Generations[i] = m.Games
	}
	return data
}

func (r *drawn) winRates() (*plots.Figure, error) {
	if len(r.evidence.Test) == 0 {
		return nil, nil
	}
	data := plots.WinRatesData{
		Title: fmt.Sprintf("%s: the champion of %s at %s%s", r.config.Game, r.config.Name, r.evidence.Look(), titleGoal(r.config)),
		First: "as " + r.sides[0], Second: "as " + r.sides[1],
	}
	for _, v := range r.evidence.Test {
		label := fmt.Sprintf("%d random opening plies", v.OpeningPlies)
		if n := len(data.Groups); n == 0 || data.Groups[n-1].Label != label {
			data.Groups = append(data.Groups, plots.RateGroup{Label: label})
		}
		group := &data.Groups[len(data.Groups)-1]
		group.Rates = append(group.Rates, plots.OpponentRate{
			Opponent: v.Opponent, First: v.AsFirst, Second: v.AsSecond, Pooled: v.Score,
		})
	}
	return plots.WinRates(data)
}

// heatRows is how many generations the heat map shows.
const heatRows = 12

// opponents shows how the best of some generations did against each opponent in
// their validation. A generation whose best was validated before has no row.
func (r *drawn) opponents() (*plots.Figure, error) {
	measured := r.validations()
	step := max(1, (len(measured)+heatRows-1)/heatRows)
	data := plots.HeatData{
		Title: fmt.Sprintf("%s: the best of %s against each opponent (seed %d)", r.config.Game, r.config.Name, r.config.Seed),
		Unit:  "validation score (%); rows: generations with a new best",
	}
	for _, o := range r.config.Opponents {
		data.Columns = append(data.Columns, o.Agent)
	}
	for i, m := range measured {
		if i%step != 0 && i != len(measured)-1 {
			continue
		}
		name := GenerationName(m.generation)
		if m.generation == 0 {
			name = "0: " + r.config.StartNoun()
		}
		data.Rows = append(data.Rows, name)
		data.Values = append(data.Values, m.scores)
	}
	if len(data.Rows) == 0 {
		return nil, nil
	}
	if step > 1 {
		data.Unit += fmt.Sprintf(" (%d of %d shown)", len(data.Rows), len(measured))
	}
	return plots.HeatMap(data)
}

// validation is how the best of a generation did against each opponent of the
// config; NaN for one it did not meet.
type validation struct {
	generation int
	scores     []float64
}

// validations lists the generations whose best was validated anew.
func (r *drawn) validations() []validation {
	var list []validation
	for _, m := range r.matches {
		at := slices.IndexFunc(r.config.Opponents, func(o experiment.Opponent) bool { return o.Agent == m.Opponent })
		if m.Purpose != ValidateMatch || at < 0 {
			continue
		}
		if n := len(list); n == 0 || list[n-1].generation != m.Generation {
			list = append(list, validation{m.Generation, slices.Repeat([]float64{math.NaN()}, len(r.config.Opponents))})
		}
		list[len(list)-1].scores[at] = m.Score.Value
	}
	return list
}

// titleGoal names a run's rubric, at the end of a title.
func titleGoal(c *experiment.Config) string {
	if c.Rubric == "" {
		return ""
	}
	return ", for points of " + c.Rubric
}
