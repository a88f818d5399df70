package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/experiments/experiment"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/wording"
	"evolab/plots"
	"evolab/stats"
)

// figure is a row of the table of figures. draw returns nil if there is nothing to
// show.
type figure struct {
	name string // of its files
	from string // the run's file that its numbers are in
	draw func(d *figureData) (*plots.Figure, error)
}

// figures lists what is drawn of a run and lies in its plots folder.
func figures() []figure {
	return []figure{
		{"learning", MetricsFile, (*figureData).learning},
		{"claims", MetricsFile, (*figureData).claims},
		{"truth", MetricsFile, (*figureData).truth},
		{"weights", MetricsFile, func(d *figureData) (*plots.Figure, error) { return d.drawWeights(d.weights()) }},
		{"weights-games", MetricsFile, func(d *figureData) (*plots.Figure, error) { return d.drawWeights(d.acrossGames()) }},
		{"rounds", MetricsFile, (*figureData).rounds},
		{"rounds-cpu", TimingFile, (*figureData).roundsByCPU},
		{"practice", MatchesFile, (*figureData).practice},
		{"winrates", ChampionFile, (*figureData).winRates},
		{"opponents", MatchesFile, (*figureData).opponents},
		{"progress", MatchesFile, (*figureData).progress},
	}
}

// figureData is what a run's figures are made from.
type figureData struct {
	run     *Run
	matches []MatchLine
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

// Drawing is a figure of a run that has not been encoded, by its name.
type Drawing struct {
	Name string // as of the files in the plots folder
	*plots.Figure
}

// Drawings are the figures that a run has, and then the one of its page alone. A figure that
// cannot be drawn, because of numbers that no run writes, is a loss.
func (r *Run) Drawings(matches []MatchLine) []Drawing {
	return r.drawings(append(figures(), figure{"scores", MatchesFile, (*figureData).scores}), matches)
}

// Pictures draws the figures of a run without writing them.
func (r *Run) Pictures(matches []MatchLine) ([]Picture, error) {
	var list []Picture
	for _, d := range r.drawings(figures(), matches) {
		svg, err := plots.SVG(d.Figure)
		if err != nil {
			return nil, err
		}
		list = append(list, Picture{d.Name, d.Title(), d.About(), svg})
	}
	return list, nil
}

// Draw draws the figures of a run into its plots folder, in the given formats
// (svg, png, pdf; nil means svg and png), and returns their paths. An interrupted
// run has no win rates: they need a tested champion.
func (r *Run) Draw(formats []string, style plots.Style) ([]string, error) {
	if formats == nil {
		formats = []string{"svg", "png"}
	}
	list := r.drawings(figures(), r.Matches())
	for _, d := range list {
		if err := plots.Fits(d.Figure, style); err != nil { // before anything is written
			return nil, err
		}
	}
	into := filepath.Join(r.Folder, PlotsFolder)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return nil, err
	}
	paths := make([]string, len(list)*len(formats))
	contents := make([][]byte, len(paths))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range list {
		group.Go(func() error { // all formats of a figure, which is not for two at a time
			for j, format := range formats {
				name := d.Name + "." + format
				data, err := plots.Encode(d.Figure, "."+format, style)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				at := i*len(formats) + j
				paths[at], contents[at] = filepath.Join(into, name), data
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, path := range paths {
		if err := files.Replace(path, contents[i]); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// drawings are those figures of a table that have something to show.
func (r *Run) drawings(table []figure, matches []MatchLine) (list []Drawing) {
	if len(r.Metrics) == 0 && r.Evidence == nil {
		return nil
	}
	d := &figureData{r, matches}
	for _, f := range table {
		picture, err := f.draw(d)
		if err != nil {
			r.AddLoss(Loss{File: f.from, What: wording.Of(err), Lost: "the figure " + f.name + " is not shown"})
		} else if picture != nil {
			list = append(list, Drawing{f.name, picture})
		}
	}
	return list
}

func (d *figureData) generations() plots.CurveData {
	c := d.run.Config
	data := plots.CurveData{Title: fmt.Sprintf("%s: learning curve of %s (seed %d)%s", c.Game, c.Name, c.Seed, titleGoal(c)), ValidatedOnly: !d.run.Claims()}
	for _, m := range d.run.Metrics {
		p := plots.CurvePoint{
			Generation: m.Generation, Games: m.Games, Best: m.Best, Mean: m.Mean, Low: m.Low, High: m.High,
			Validated: m.Validated, Claimed: &m.Interval,
		}
		if data.ValidatedOnly {
			p = plots.CurvePoint{Generation: m.Generation, Games: m.Games, Validated: m.Validated}
		}
		data.Points = append(data.Points, p)
	}
	return data
}

func (d *figureData) learning() (*plots.Figure, error) {
	data := d.generations()
	if len(data.Points) == 0 || data.ValidatedOnly && !slices.ContainsFunc(data.Points, func(c plots.CurvePoint) bool { return c.Validated != nil }) {
		return nil, nil
	}
	return plots.LearningCurve(data)
}

func (d *figureData) drawWeights(data plots.WeightsData) (*plots.Figure, error) {
	if len(d.run.Metrics) == 0 {
		return nil, nil
	}
	return plots.Weights(data)
}

// claims omits generation 0, whose claim is the best individual's and whose
// validation the start weights'.
func (d *figureData) claims() (*plots.Figure, error) {
	data := d.generations()
	data.Title = fmt.Sprintf("%s: how much selection flatters itself (%s, seed %d)", d.run.Config.Game, d.run.Config.Name, d.run.Config.Seed)
	data.Points = slices.DeleteFunc(data.Points, func(c plots.CurvePoint) bool { return c.Generation == 0 || c.Validated == nil || c.Claimed == nil })
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Claims(data)
}

// truth shows the accuracy of the validated individuals, the start weights'
// first.
func (d *figureData) truth() (*plots.Figure, error) {
	data := plots.TruthData{Title: fmt.Sprintf("%s: what the best of %s keeps of proven values (seed %d)", d.run.Config.Game, d.run.Config.Name, d.run.Config.Seed)}
	for _, m := range d.run.Metrics {
		if m.Accuracy != nil && m.ValidatedScore != nil {
			data.Points = append(data.Points, plots.TruthPoint{Generation: m.Generation, Accuracy: *m.Accuracy, Score: *m.ValidatedScore})
		}
	}
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Truth(data)
}

func (d *figureData) weights() plots.WeightsData {
	data := plots.WeightsData{Game: d.run.Config.Game, Features: d.run.genes, Parameters: d.run.Config.Tunes()}
	for _, m := range d.run.Metrics {
		data.Generations = append(data.Generations, m.Generation)
		data.Weights = append(data.Weights, d.run.Config.Shown(m.Weights))
	}
	for _, p := range d.run.Config.Parameters {
		data.Ranges = append(data.Ranges, [2]float64{p.Low, p.High})
	}
	return data
}

// acrossGames shows the weights as a function of the games played.
func (d *figureData) acrossGames() plots.WeightsData {
	data := d.weights()
	data.Across = "games played"
	for i, m := range d.run.Metrics {
		data.Generations[i] = m.Games
	}
	return data
}

func (d *figureData) winRates() (*plots.Figure, error) {
	if d.run.Evidence == nil || len(d.run.Evidence.Test) == 0 {
		return nil, nil
	}
	sides := d.run.game.Info().Sides
	data := plots.WinRatesData{
		Title: fmt.Sprintf("%s: the champion of %s at %s%s", d.run.Config.Game, d.run.Config.Name, d.run.Evidence.Look(), titleGoal(d.run.Config)),
		First: "as " + sides[0], Second: "as " + sides[1],
	}
	for _, v := range d.run.Evidence.Test {
		label := quantity.Of(v.OpeningPlies, "random opening ply")
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
func (d *figureData) opponents() (*plots.Figure, error) {
	measured := d.validations()
	step := max(1, (len(measured)+heatRows-1)/heatRows)
	data := plots.HeatData{
		Title: fmt.Sprintf("%s: the best of %s against each opponent (seed %d)", d.run.Config.Game, d.run.Config.Name, d.run.Config.Seed),
		Unit:  "validation score (%); rows: generations with a new best",
	}
	for _, o := range d.run.Config.Opponents {
		data.Columns = append(data.Columns, o.Agent)
	}
	for i, m := range measured {
		if i%step != 0 && i != len(measured)-1 {
			continue
		}
		name := GenerationName(m.generation)
		if m.generation == 0 {
			name = "0: " + d.run.Config.StartNoun()
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

// validations lists the generations with a validation of their own.
func (d *figureData) validations() []validation {
	var list []validation
	for _, m := range d.matches {
		at := slices.IndexFunc(d.run.Config.Opponents, func(o experiment.Opponent) bool { return o.Agent == m.Opponent })
		if m.Purpose != ValidateMatch || at < 0 {
			continue
		}
		if n := len(list); n == 0 || list[n-1].generation != m.Generation {
			list = append(list, validation{m.Generation, slices.Repeat([]float64{math.NaN()}, len(d.run.Config.Opponents))})
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
// opponents that it played in every validation.
func (d *figureData) practice() (*plots.Figure, error) {
	if d.run.Config.Rule() == nil { // an optimiser's start alone
		return nil, nil
	}
	data := plots.PracticeData{Title: fmt.Sprintf("%s: %s of %s (seed %d)", d.run.Config.Game, d.run.Config.Learner.Name, d.run.Config.Name, d.run.Config.Seed)}
	const maxOpponents = 7
	for _, o := range d.run.Config.Opponents[:min(maxOpponents, len(d.run.Config.Opponents))] {
		data.Opponents = append(data.Opponents, o.Agent)
	}
	for _, m := range d.run.Metrics {
		if m.Practice == nil {
			continue
		}
		p := plots.PracticePoint{Games: m.Practice.Games}
		for _, name := range data.Opponents {
			if e, ok := d.notLost(m.Generation, name); ok {
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
func (d *figureData) notLost(generation int, opponent string) (stats.Estimate, bool) {
	for _, m := range d.matches {
		if m.Purpose == ValidateMatch && m.Generation == generation && m.Opponent == opponent {
			all := m.AsFirst.Add(m.AsSecond)
			return stats.WDL{Wins: all.Wins + all.Draws, Losses: all.Losses}.Rate(), true
		}
	}
	return stats.Estimate{}, false
}

// scores shows how the generations did against each opponent in their training games. The
// chart of the run's page has them live; on paper the validations say more.
func (d *figureData) scores() (*plots.Figure, error) {
	data := plots.ScoresData{Title: fmt.Sprintf("%s: scores of %s in training (seed %d)", d.run.Config.Game, d.run.Config.Name, d.run.Config.Seed)}
	for _, m := range d.matches {
		if m.Purpose != TrainMatch {
			continue
		}
		name := place(&data.Opponents, m.Opponent)
		for len(data.Curves) <= name {
			data.Curves = append(data.Curves, nil)
		}
		curve, point := data.Curves[name], plots.ScorePoint{Generation: m.Generation, Score: m.Score.Value}
		if n := len(curve); n > 0 && curve[n-1].Generation == m.Generation {
			curve[n-1] = point // the last word, as on the page
		} else {
			data.Curves[name] = append(curve, point)
		}
	}
	if len(data.Curves) == 0 {
		return nil, nil
	}
	return plots.Scores(data)
}

// progress shows how later champions did against earlier ones.
func (d *figureData) progress() (*plots.Figure, error) {
	data := plots.HeatData{
		Title: fmt.Sprintf("%s: later champions of %s against earlier ones", d.run.Config.Game, d.run.Config.Name),
		Unit:  "score of the row's champion (%); progress is real where it is above 50",
	}
	for _, m := range d.matches {
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
func (d *figureData) rounds() (*plots.Figure, error) {
	return d.drawRounds("round", func(i int) float64 { return float64(d.run.Metrics[i].Generation) })
}

// roundsByCPU is rounds over the CPU time of the run so far.
func (d *figureData) roundsByCPU() (*plots.Figure, error) {
	used := CPUTimes(d.run.Timing)
	for _, m := range d.run.Metrics {
		if _, known := used[m.Generation]; !known {
			return nil, nil
		}
	}
	return d.drawRounds("seconds of CPU time of the training", func(i int) float64 { return used[d.run.Metrics[i].Generation] })
}

// CPUTimes are the seconds of CPU time of a run's training up to the end of each
// generation.
func CPUTimes(timing []Timing) map[int]float64 {
	used, sum := map[int]float64{}, 0.
	for _, t := range timing {
		sum += t.TrainingCPU()
		used[t.Generation] = sum
	}
	return used
}

func (d *figureData) drawRounds(across string, at func(i int) float64) (*plots.Figure, error) {
	data := plots.RoundsData{
		Title:  fmt.Sprintf("%s: strength and loss of %s (seed %d)", d.run.Config.Game, d.run.Config.Name, d.run.Config.Seed),
		Across: across,
	}
	fitted := false
	for i, m := range d.run.Metrics {
		p := plots.RoundPoint{At: at(i), Score: m.ValidatedScore}
		if m.Round != nil {
			p.Before, p.Loss, p.HeldOut, p.Floor = &m.Round.Before, m.Round.Loss, m.Round.HeldLoss, m.Round.Floor
			fitted = true
		}
		data.Points = append(data.Points, p)
	}
	if !fitted {
		return nil, nil
	}
	return plots.Rounds(data)
}
