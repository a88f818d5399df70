package run

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"evolab/internal/untrusted"
)

// CSV writes a row for each generation of the runs. Columns of weights are named
// after their genes, and empty for runs without the gene; cpu is the seconds of CPU time of
// the training so far.
func CSV(w io.Writer, runs []*Run) error {
	out := csv.NewWriter(w)
	head := []string{"run", "generation", "games", "sigma", "best", "best_low", "best_high", "mean", "low", "high", "best_id", "best_games",
		"validated", "validated_low", "validated_high", "validated_score", "cpu"}
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
		head = append(head, untrusted.Cell(gene))
	}
	_ = out.Write(head)
	for _, r := range runs {
		used := CPUTimes(r.Timing)
		for _, m := range r.Metrics {
			cpu := ""
			if seconds, known := used[m.Generation]; known {
				cpu = exact(seconds)
			}
			_ = out.Write(append(append(metricCells(r.Name(), m), cpu), weightCells(genes, r.genes, r.Config.Shown(m.Weights))...))
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

func metricCells(run string, m Metrics) []string {
	cells := []string{untrusted.Cell(run), strconv.Itoa(m.Generation), strconv.Itoa(m.Games), exact(m.Sigma), exact(m.Best), exact(m.Interval.Low),
		exact(m.Interval.High), exact(m.Mean), exact(m.Low), exact(m.High), untrusted.Cell(m.BestID), strconv.Itoa(m.BestGames)}
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
