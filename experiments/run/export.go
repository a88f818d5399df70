package run

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"evolab/internal/untrusted"
)

// ConfigColumn begins the names of columns with settings.
const ConfigColumn = "config."

// CSV writes a row for each generation of the runs, with the run's seed, its optimiser
// or learner, and the settings in which the runs differ. Columns of weights are named
// after their genes, and empty for runs without the gene; cpu is the seconds of CPU time of
// the training so far. A spreadsheet keeps all texts as they are.
func CSV(w io.Writer, runs []*Run) error {
	out := csv.NewWriter(w)
	head := []string{"run", "generation", "games", "sigma", "best", "best_low", "best_high", "mean", "low", "high", "best_id", "best_games",
		"validated", "validated_low", "validated_high", "validated_score", "cpu", "seed", "optimizer"}
	differing := DifferingSettings(runs)
	for _, s := range differing {
		head = append(head, ConfigColumn+s.Key)
	}
	var genes []string
	for _, r := range runs {
		for _, name := range r.genes {
			if !slices.Contains(genes, name) {
				genes = append(genes, name)
			}
		}
	}
	// The writer keeps its errors for the end.
	for _, gene := range genes {
		head = append(head, untrusted.Literal(gene))
	}
	_ = out.Write(head)
	for i, r := range runs {
		settings := []string{strconv.FormatUint(r.Config.Seed, 10), untrusted.Literal(r.Config.Method())}
		for _, s := range differing {
			settings = append(settings, settingCell(s.Values[i]))
		}
		used := CPUTimes(r.Timing)
		for _, m := range r.Metrics {
			cpu := ""
			if seconds, known := used[m.Generation]; known {
				cpu = exact(seconds)
			}
			_ = out.Write(slices.Concat(metricCells(r.Name(), m), []string{cpu}, settings, weightCells(genes, r.genes, r.Config.Shown(m.Weights))))
		}
	}
	return flush(out)
}

func metricCells(run string, m Metrics) []string {
	cells := []string{untrusted.Literal(run), strconv.Itoa(m.Generation), strconv.Itoa(m.Games), exact(m.Sigma), exact(m.Best), exact(m.Interval.Low),
		exact(m.Interval.High), exact(m.Mean), exact(m.Low), exact(m.High), untrusted.Literal(m.BestID), strconv.Itoa(m.BestGames)}
	if m.Validated == nil {
		return append(cells, "", "", "", "")
	}
	score := ""
	if m.ValidatedScore != nil {
		score = exact(m.ValidatedScore.Value)
	}
	return append(cells, exact(m.Validated.Value), exact(m.Validated.Low), exact(m.Validated.High), score)
}

func weightCells(genes, names []string, weights []float64) []string {
	cells := make([]string, len(genes))
	for i, gene := range genes {
		if at := slices.Index(names, gene); at >= 0 && at < len(weights) {
			cells[i] = exact(weights[at])
		}
	}
	return cells
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// settingCell is a value of a config, as YAML: numbers and truth values are no texts.
func settingCell(value string) string {
	if text, err := strconv.Unquote(value); err == nil {
		return untrusted.Literal(text)
	}
	if _, err := strconv.ParseFloat(value, 64); err == nil || value == "true" || value == "false" {
		return value
	}
	return untrusted.Literal(value)
}

// DifferingSettings are those in which runs differ, but for the seed and the optimiser,
// which exports name in any case.
func DifferingSettings(runs []*Run) []Setting {
	return slices.DeleteFunc(Differing(runs), func(s Setting) bool { return s.Key == "seed" || s.Key == "optimizer" })
}

// JSON writes a line for each run, with the settings in which the runs differ.
func JSON(w io.Writer, runs []*Run) error {
	differing := DifferingSettings(runs)
	for i, r := range runs {
		settings := map[string]string{}
		for _, s := range differing {
			settings[s.Key] = s.Values[i]
		}
		line, err := r.encode(settings)
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
