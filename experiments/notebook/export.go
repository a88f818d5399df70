package notebook

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/experiments/record"
	"evolab/stats"
)

// CSV writes a row for each generation of the runs. The columns of weights are
// called like their genes; a run that does not have one leaves it empty.
func CSV(w io.Writer, runs []*Report) error {
	out := csv.NewWriter(w)
	head := []string{"run", "generation", "games", "sigma", "best", "best_low", "best_high", "mean", "low", "high", "best_id", "best_games",
		"validated", "validated_low", "validated_high", "validated_score"}
	var genes []string
	for _, r := range runs {
		for _, name := range r.Features {
			if !slices.Contains(genes, name) {
				genes = append(genes, name)
			}
		}
	}
	// The writer keeps its errors for the end.
	_ = out.Write(append(head, genes...))
	for _, r := range runs {
		for _, m := range r.Metrics {
			_ = out.Write(append(metricCells(r.Run, m), weightCells(genes, r.Features, m.Weights)...))
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

func metricCells(run string, m record.Metrics) []string {
	cells := []string{run, strconv.Itoa(m.Generation), strconv.Itoa(m.Games), exact(m.Sigma), exact(m.Best), exact(m.Interval.Low),
		exact(m.Interval.High), exact(m.Mean), exact(m.Low), exact(m.High), m.BestID, strconv.Itoa(m.BestGames)}
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

// Markdown writes a section for each run: what it was, how it went, what its
// champion can do.
func Markdown(w io.Writer, runs []*Report) error {
	var b strings.Builder
	for _, r := range runs {
		fmt.Fprintf(&b, "## %s\n\n%s, experiment %s, seed %d, %s, started %s.\n\n", cell(r.Run), r.Game, r.Experiment, r.Seed, r.Status, r.Started.UTC().Format(time.DateTime))
		fmt.Fprintf(&b, "%d of %d generations, %d training games in %.1f s.\n\n", r.Generation, r.Generations, r.Games, r.Seconds)
		b.WriteString("| key | value |\n|---|---|\n")
		for _, s := range r.Settings() {
			fmt.Fprintf(&b, "| %s | %s |\n", s.Path, cell(s.Text))
		}
		r.markdownMetrics(&b)
		r.markdownChampion(&b)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	return nil
}

func (r *Report) markdownMetrics(b *strings.Builder) {
	b.WriteString("\n| generation | games | claimed | mean | validated |\n|---|---|---|---|---|\n")
	for _, m := range r.Metrics {
		validated := ""
		if m.Validated != nil {
			validated = estimate(*m.Validated)
		}
		fmt.Fprintf(b, "| %d | %d | %s | %.3f | %s |\n", m.Generation, m.Games, estimate(stats.Estimate{Value: m.Best, Low: m.Interval.Low, High: m.Interval.High}), m.Mean, validated)
	}
	b.WriteByte('\n')
}

func (r *Report) markdownChampion(b *strings.Builder) {
	if r.Evidence == nil {
		return
	}
	if len(r.Evidence.Test) > 0 {
		b.WriteString("| opponent | opening plies | games | score | first | second |\n|---|---|---|---|---|---|\n")
	}
	for _, v := range r.Evidence.Test {
		fmt.Fprintf(b, "| %s | %d | %d | %s | %s | %s |\n", cell(v.Opponent), v.OpeningPlies, v.Games, v.Score.Percent(), v.AsFirst.Percent(), v.AsSecond.Percent())
	}
	b.WriteString("\n| feature | champion | start |\n|---|---|---|\n")
	for _, row := range r.Weights {
		start := ""
		if row.Start != nil {
			start = fmt.Sprintf("%+.3f", *row.Start)
		}
		fmt.Fprintf(b, "| %s | %+.3f | %s |\n", cell(row.Feature), row.Champion, start)
	}
	b.WriteByte('\n')
}

func estimate(e stats.Estimate) string {
	return fmt.Sprintf("%.3f [%.3f, %.3f]", e.Value, e.Low, e.High)
}

// cell keeps a text from ending its cell.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
