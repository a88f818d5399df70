package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/plots"
	"evolab/stats"
)

// Study is what the runs of a sweep say about its settings.
type Study struct {
	*Group
	Measure  Measure
	Scored   []*run.Summary // that the measure is known of, without repeats, the best first
	Varied   []Varied       // the most important first
	Settings []*run.Fold    // each over its seeds, the best first
	Warnings []string
}

// Measure is the result by which the runs of a sweep are compared.
type Measure string

// The measures, the one that no choice was based on first.
const (
	Test      Measure = "test"
	Validated Measure = "validated"
)

// Measures lists them.
func Measures() []Measure { return []Measure{Test, Validated} }

// Name is the measure for people.
func (m Measure) Name() string {
	if m == Test {
		return "test score"
	}
	return "validated fitness"
}

func (m Measure) of(s *run.Summary) (float64, bool) {
	switch {
	case m == Test && s.Test != nil:
		return s.Test.Value, true
	case m == Validated && s.Validated != nil:
		return *s.Validated, true
	}
	return 0, false
}

// Varied is a setting that has several values in the scored runs.
type Varied struct {
	Key    string
	With   []string // keys that change with it, so that nothing tells them apart
	Values []string // in order
	stats.Importance

	at     []int     // which value each scored run has
	number []float64 // each value, if all are numbers
}

// Name is the key with those that change with it.
func (v *Varied) Name() string {
	if len(v.With) == 0 {
		return v.Key
	}
	return fmt.Sprintf("%s (with %s)", v.Key, strings.Join(v.With, ", "))
}

// Title is the name where there is little room.
func (v *Varied) Title() string {
	if len(v.With) == 0 {
		return v.Key
	}
	return fmt.Sprintf("%s +%d", v.Key, len(v.With))
}

// NewStudy makes the study of a sweep. The measure is the first that any run has, unless it
// is named.
func NewStudy(g *Group, by Measure) *Study {
	s := &Study{Group: g, Measure: by}
	if by == "" {
		s.Measure = Validated
		if slices.ContainsFunc(g.Runs, func(r *run.Summary) bool { return r.Test != nil }) {
			s.Measure = Test
		}
	}
	s.Scored = s.scored(g.Runs)
	slices.SortStableFunc(s.Scored, func(a, b *run.Summary) int {
		x, _ := s.Measure.of(a)
		y, _ := s.Measure.of(b)
		return cmp.Compare(y, x)
	})
	s.vary()
	s.rank()
	s.weigh()
	return s
}

// Cells is how many cells have a finished run.
func (s *Study) Cells() int {
	type cell struct {
		setting string
		seed    uint64
	}
	done := map[cell]bool{}
	for _, r := range s.Runs {
		if r.Status == run.IsFinished {
			done[cell{r.Setting, r.Seed}] = true
		}
	}
	return len(done)
}

// Count is how many runs have a status.
func (s *Study) Count(status string) (n int) {
	for _, r := range s.Runs {
		if r.Status == status {
			n++
		}
	}
	return n
}

// Settled reports whether all cells that were planned have a finished run.
func (s *Study) Settled() bool { return s.Cells() >= s.Planned && s.Count(run.IsRunning) == 0 }

// vary finds the settings that differ among the scored runs.
func (s *Study) vary() {
	for _, key := range run.Varying(s.Scored) {
		v := newVaried(key, s.Scored)
		twin := slices.IndexFunc(s.Varied, func(o Varied) bool { return sameParts(o.at, v.at) })
		if twin >= 0 {
			s.Varied[twin].With = append(s.Varied[twin].With, key)
			continue
		}
		s.Varied = append(s.Varied, v)
	}
}

// newVaried takes the values of a key from runs.
func newVaried(key string, runs []*run.Summary) Varied {
	v := Varied{Key: key}
	for _, r := range runs {
		if value := r.Value(key); !slices.Contains(v.Values, value) {
			v.Values = append(v.Values, value)
		}
	}
	v.sort()
	for _, r := range runs {
		v.at = append(v.at, slices.Index(v.Values, r.Value(key)))
	}
	return v
}

// sort puts the values in order: of numbers, if all are.
func (v *Varied) sort() {
	for _, text := range v.Values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			slices.Sort(v.Values)
			v.number = nil
			return
		}
		v.number = append(v.number, x)
	}
	slices.Sort(v.number)
	slices.SortFunc(v.Values, func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return cmp.Compare(x, y)
	})
}

// sameParts reports whether two settings have the same runs in common for each value.
func sameParts(a, b []int) bool {
	there, back := map[int]int{}, map[int]int{}
	for i := range a {
		x, known := there[a[i]]
		y, seen := back[b[i]]
		if known != seen || known && (x != b[i] || y != a[i]) {
			return false
		}
		there[a[i]], back[b[i]] = b[i], a[i]
	}
	return true
}

func (s *Study) rank() {
	view := run.View{Group: "setting", Sort: string(s.Measure)}
	s.Settings = view.Fold(s.Runs)
	for _, f := range s.Settings {
		slices.SortStableFunc(f.All, func(a, b *run.Summary) int { return cmp.Compare(a.Seed, b.Seed) })
	}
	value := func(f *run.Fold) float64 { return s.Mean(f).Value }
	slices.SortStableFunc(s.Settings, func(a, b *run.Fold) int { return cmp.Compare(value(b), value(a)) })
}

// Mean is the mean of the measure over the runs of a setting that have it; Value is less
// than 0 if none has.
func (s *Study) Mean(f *run.Fold) stats.Estimate {
	scores := s.scores(f)
	if len(scores) == 0 {
		return stats.Estimate{Value: -1}
	}
	return stats.AcrossRuns(scores)
}

func (s *Study) scores(f *run.Fold) (list []float64) {
	for _, r := range s.scored(f.All) {
		x, _ := s.Measure.of(r)
		list = append(list, x)
	}
	return list
}

// scored are the runs that the measure is known of, without repeats.
func (s *Study) scored(runs []*run.Summary) []*run.Summary {
	distinct, _ := run.Distinct(slices.DeleteFunc(slices.Clone(runs), func(r *run.Summary) bool {
		_, known := s.Measure.of(r)
		return !known
	}))
	return distinct
}

// MeanText is the mean for people.
func (s *Study) MeanText(f *run.Fold) string {
	switch n := len(s.scores(f)); {
	case n == 0:
		return "-"
	case n < stats.FewestRuns:
		return fmt.Sprintf("%.3f", s.Mean(f).Value)
	}
	return s.Mean(f).Text()
}

// Set are the values of a setting where the sweep varies.
func (s *Study) Set(f *run.Fold) (list []config.Value) {
	for i := range s.Varied {
		key := s.Varied[i].Key
		list = append(list, config.Value{Path: key, Text: f.All[0].Value(key)})
	}
	return list
}

// weigh finds how important each setting is, and what to doubt.
func (s *Study) weigh() {
	trials := stats.Trials{}
	for i := range s.Varied {
		trials.Settings = append(trials.Settings, s.Varied[i].grid())
	}
	for _, r := range s.Scored {
		x, _ := s.Measure.of(r)
		trials.Scores = append(trials.Scores, x)
	}
	for i, found := range trials.Importances() {
		s.Varied[i].Importance = found
	}
	slices.SortStableFunc(s.Varied, func(a, b Varied) int { return cmp.Compare(b.Value, a.Value) })
	if n := len(s.Scored); n > 0 && len(s.Varied) > 1 && stats.Best(n) < stats.FewestBest {
		s.Warnings = append(s.Warnings, fmt.Sprintf("few runs: the importance is found from the best %d of %s, and is not stable below %d of %d",
			stats.Best(n), quantity.Of(n, "run"), stats.FewestBest, int(stats.FewestBest/stats.BestShare)))
	}
	lonely := slices.ContainsFunc(s.Settings, func(f *run.Fold) bool { n := len(s.scores(f)); return n > 0 && n < stats.FewestRuns })
	if lonely {
		s.Warnings = append(s.Warnings, fmt.Sprintf("settings with fewer than %s have no interval: a single seed may have been lucky", quantity.Of(stats.FewestRuns, "run")))
	}
	s.Warnings = append(s.Warnings, run.RepeatWarnings(s.Runs)...)
	for i := range s.Varied {
		if v := &s.Varied[i]; len(v.With) > 0 {
			s.Warnings = append(s.Warnings, fmt.Sprintf("%s changes together with %s: nothing tells them apart", v.Key, strings.Join(v.With, ", ")))
		}
	}
}

// grid is the setting for the statistics. Numbers that span a factor of ten or more are
// compared by their logarithms.
func (v *Varied) grid() stats.Varied {
	if v.number == nil {
		var names []string
		for _, at := range v.at {
			names = append(names, v.Values[at])
		}
		return stats.VariedNames(names)
	}
	var numbers []float64
	for _, at := range v.at {
		numbers = append(numbers, v.number[at])
	}
	const wide = 10
	low, high := v.number[0], v.number[len(v.number)-1]
	return stats.VariedNumbers(numbers, low > 0 && high >= wide*low)
}

// StudyFigures are the names of the figures of a study.
func StudyFigures() []string { return []string{"importance", "slices", "parallel", "contour"} }

// mostAxes is how many settings a figure has room for; the most important ones are drawn.
const mostAxes = 6

// Figure draws one of the figures; nil if there is nothing to show. A contour is of two
// settings; "" stands for the most important ones.
func (s *Study) Figure(name, across, up string) (*plots.Figure, error) {
	if len(s.Varied) == 0 {
		return nil, nil
	}
	title := fmt.Sprintf("Sweep %s (%s)", s.Sweep, s.Game)
	shown := s.Varied[:min(len(s.Varied), mostAxes)]
	switch name {
	case "importance":
		if len(s.Varied) < 2 {
			return nil, nil
		}
		return plots.Importances(s.importances(title + ": importance of each setting"))
	case "slices":
		return plots.Slices(s.slices(title+": each setting", shown))
	case "parallel":
		return plots.Parallel(s.parallel(title+": all settings at once", shown))
	case "contour":
		x, y := s.pair(across, up)
		if x == nil || y == nil {
			return nil, nil
		}
		return plots.HeatMap(s.contour(title+": two settings", x, y))
	}
	return nil, nil
}

func (s *Study) importances(title string) plots.ImportanceData {
	data := plots.ImportanceData{Title: title}
	for i := range s.Varied {
		data.Settings, data.Shares = append(data.Settings, s.Varied[i].Title()), append(data.Shares, s.Varied[i].Importance)
	}
	return data
}

func (s *Study) slices(title string, shown []Varied) plots.SlicesData {
	data := plots.SlicesData{Title: title, Score: s.Measure.Name()}
	for _, v := range shown {
		one := plots.SliceSetting{Name: v.Title(), Values: v.Values, Scores: make([][]float64, len(v.Values))}
		for i, at := range v.at {
			x, _ := s.Measure.of(s.Scored[i])
			one.Scores[at] = append(one.Scores[at], x)
		}
		data.Settings = append(data.Settings, one)
	}
	return data
}

func (s *Study) parallel(title string, shown []Varied) plots.ParallelData {
	data := plots.ParallelData{Title: title, Score: s.Measure.Name()}
	for _, v := range shown {
		data.Axes = append(data.Axes, plots.ParallelAxis{Name: v.Title(), Values: v.Values})
	}
	for i, r := range s.Scored {
		one := plots.ParallelRun{}
		one.Score, _ = s.Measure.of(r)
		for _, v := range shown {
			one.At = append(one.At, v.at[i])
		}
		data.Runs = append(data.Runs, one)
	}
	return data
}

// pair are two settings by their keys.
func (s *Study) pair(across, up string) (x, y *Varied) {
	find := func(key string, not *Varied) *Varied {
		for i := range s.Varied {
			if v := &s.Varied[i]; v != not && (key == "" || v.Key == key) {
				return v
			}
		}
		return nil
	}
	x = find(across, nil)
	if across == "" && up != "" {
		x = find("", find(up, nil))
	}
	return x, find(up, x)
}

// contour has the mean of all runs in each cell, over whatever else differs.
func (s *Study) contour(title string, x, y *Varied) plots.HeatData {
	data := plots.HeatData{Title: title, Unit: "mean " + s.Measure.Name() + " (%)", Side: y.Title(), Below: x.Title(), Columns: x.Values}
	data.Low, data.High = math.Inf(1), math.Inf(-1)
	for row := len(y.Values) - 1; row >= 0; row-- { // the largest on top, as on an axis
		var means []float64
		for column := range x.Values {
			sum, n := 0., 0
			for i, r := range s.Scored {
				if score, _ := s.Measure.of(r); x.at[i] == column && y.at[i] == row {
					sum, n = sum+score, n+1
				}
			}
			mean := sum / float64(n) // NaN without runs
			means = append(means, mean)
			if n > 0 {
				data.Low, data.High = min(data.Low, mean), max(data.High, mean)
			}
		}
		data.Rows, data.Values = append(data.Rows, y.Values[row]), append(data.Values, means)
	}
	return data
}

// Pictures draws all figures that there are.
func (s *Study) Pictures() (list []run.Picture, err error) {
	for _, name := range StudyFigures() {
		figure, err := s.Figure(name, "", "")
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
		list = append(list, run.Picture{Name: name, Title: figure.Title(), About: figure.About(), SVG: svg})
	}
	return list, nil
}
