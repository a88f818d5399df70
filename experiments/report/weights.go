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
	Doc string
}

// Bar is the length of a bar for the weight after the run, 0..100.
func (w WeightRow) Bar() string { return fmt.Sprintf("%.1f", 100*math.Min(1, math.Abs(w.Champion))) }

// Size is the size of the weight after the run.
func (w WeightRow) Size() string { return fmt.Sprintf("%.3f", math.Min(1, math.Abs(w.Champion))) }

// Rows lists the champion's weights, the largest first.
func (r *Run) Rows() []WeightRow { return WeightRows(r.Game, r.Weights) }

// WeightRows adds to weights what a game's features mean.
func WeightRows(info agent.Info, weights []notebook.WeightRow) []WeightRow {
	var rows []WeightRow
	for _, w := range weights {
		rows = append(rows, WeightRow{w, meaning(info.Features, w.Feature)})
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
