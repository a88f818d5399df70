package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"evolab/experiments/experiment"
	"evolab/plots"
	"evolab/stats"
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

// practice shows the progress of a learner by its games of practice, against the
// opponents that met it in every validation.
func (r *drawn) practice() (*plots.Figure, error) {
	data := plots.PracticeData{Title: fmt.Sprintf("%s: %s of %s (seed %d)", r.config.Game, r.config.Learner.Name, r.config.Name, r.config.Seed)}
	const most = 7
	for _, o := range r.config.Opponents[:min(most, len(r.config.Opponents))] {
		data.Opponents = append(data.Opponents, o.Agent)
	}
	for _, m := range r.metrics {
		if m.Practice == nil {
			continue
		}
		p := plots.PracticePoint{Games: m.Practice.Games}
		for _, name := range data.Opponents {
			if e, ok := r.notLost(m.Generation, name); ok {
				p.Rates = append(p.Rates, e)
			}
		}
		if len(p.Rates) == len(data.Opponents) {
			data.Points = append(data.Points, p)
		}
	}
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Practice(data)
}

// notLost is the share of games that a generation's best did not lose in its
// validation.
func (r *drawn) notLost(generation int, opponent string) (stats.Estimate, bool) {
	for _, m := range r.matches {
		if m.Purpose == ValidateMatch && m.Generation == generation && m.Opponent == opponent {
			all := m.AsFirst.Add(m.AsSecond)
			return stats.WDL{Wins: all.Wins + all.Draws, Losses: all.Losses}.Rate(), true
		}
	}
	return stats.Estimate{}, false
}

// progress shows how later champions did against earlier ones.
func (r *drawn) progress() (*plots.Figure, error) {
	data := plots.HeatData{
		Title: fmt.Sprintf("%s: later champions of %s against earlier ones", r.config.Game, r.config.Name),
		Unit:  "score of the row's champion (%); progress is real where it is above 50",
	}
	for _, m := range r.matches {
		if m.Purpose != ProgressMatch {
			continue
		}
		row := place(&data.Rows, GenerationName(m.Generation))
		column := place(&data.Columns, m.Opponent)
		for len(data.Values) <= row {
			data.Values = append(data.Values, nil)
		}
		for len(data.Values[row]) <= column {
			data.Values[row] = append(data.Values[row], math.NaN())
		}
		data.Values[row][column] = m.Score.Value
	}
	for i := range data.Values {
		for len(data.Values[i]) < len(data.Columns) {
			data.Values[i] = append(data.Values[i], math.NaN())
		}
	}
	if len(data.Rows) == 0 {
		return nil, nil
	}
	return plots.HeatMap(data)
}

// place is the index of a name in a list, which it extends if needed.
func place(names *[]string, name string) int {
	if i := slices.Index(*names, name); i >= 0 {
		return i
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// rounds shows strength and loss by round, of a run that works in rounds.
func (r *drawn) rounds() (*plots.Figure, error) {
	return r.drawRounds("round", func(i int) float64 { return float64(r.metrics[i].Generation) })
}

// roundsByCPU is rounds over the CPU time of the run so far.
func (r *drawn) roundsByCPU() (*plots.Figure, error) {
	used := CPUTimes(r.timing)
	for _, m := range r.metrics {
		if _, known := used[m.Generation]; !known {
			return nil, nil
		}
	}
	return r.drawRounds("seconds of CPU time of the training", func(i int) float64 { return used[r.metrics[i].Generation] })
}

// CPUTimes are the seconds of CPU time of a run's training up to the end of each
// generation. Earlier versions counted validations with it.
func CPUTimes(timing []Timing) map[int]float64 {
	used, sum := map[int]float64{}, 0.
	for _, t := range timing {
		sum += t.CPU - t.ValidationCPU
		used[t.Generation] = sum
	}
	return used
}

func (r *drawn) drawRounds(across string, at func(i int) float64) (*plots.Figure, error) {
	data := plots.RoundsData{
		Title:  fmt.Sprintf("%s: strength and loss of %s (seed %d)", r.config.Game, r.config.Name, r.config.Seed),
		Across: across,
	}
	fitted := false
	for i, m := range r.metrics {
		p := plots.RoundPoint{At: at(i), Score: m.ValidatedScore}
		if m.Round != nil {
			p.Before, p.Loss, p.Held, p.Least = &m.Round.Before, m.Round.Loss, m.Round.HeldLoss, m.Round.Floor
			fitted = true
		}
		data.Points = append(data.Points, p)
	}
	if !fitted {
		return nil, nil
	}
	return plots.Rounds(data)
}
