package report

import (
	"fmt"
	"math"
	"strings"

	"evolab/agent"
	"evolab/experiments/notebook"
	"evolab/features"
)

// WeightRow is a weight before and after the run, with its meaning.
type WeightRow struct {
	notebook.WeightRow
	Doc  string
	part float64 // of the bar, 0..1
}

// Bar is the length of a bar for the weight after the run, 0..100.
func (w WeightRow) Bar() string { return fmt.Sprintf("%.1f", 100*w.part) }

// Size is the size of the weight after the run.
func (w WeightRow) Size() string { return fmt.Sprintf("%.3f", w.part) }

// Rows lists the champion's weights, the largest first.
func (r *Run) Rows() []WeightRow { return WeightRows(r.Game, r.Report) }

// WeightRows adds to a run's weights what the game's features mean, and to parameters
// their ranges.
func WeightRows(info agent.Info, r *notebook.Report) []WeightRow {
	var rows []WeightRow
	for _, w := range r.Weights {
		row := WeightRow{w, meaning(info.Features, w.Feature), math.Min(1, math.Abs(w.Champion))}
		for _, p := range r.Parameters() {
			if p.Name == w.Feature {
				row.Doc, row.part = p.Range(), math.Abs(w.Champion)/math.Max(math.Abs(p.Low), math.Abs(p.High))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// meaning looks a feature up; in evaluations of two phases its name is followed
// by the phase.
func meaning(known []features.Feature, name string) string {
	plain, _, _ := strings.Cut(name, " (")
	if i := features.Index(known, plain); i >= 0 {
		return known[i].Doc
	}
	return "1 where the condition holds, else 0"
}
