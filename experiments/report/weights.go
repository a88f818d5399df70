package report

import (
	"fmt"
	"math"
	"strings"

	"evolab/agent"
	"evolab/experiments/run"
	"evolab/features"
)

// WeightRow is a weight before and after the run, with its meaning.
type WeightRow struct {
	run.WeightRow
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
func WeightRows(info agent.Info, r *run.Report) []WeightRow {
	var rows []WeightRow
	for _, w := range r.Weights {
		doc := "1 where the condition holds, else 0"
		plain, _, _ := strings.Cut(w.Feature, " (") // without the phase, which follows where there are several
		if i := features.Index(info.Features, plain); i >= 0 {
			doc = info.Features[i].Doc
		}
		row := WeightRow{w, doc, math.Min(1, math.Abs(w.Champion))}
		for _, p := range r.Parameters() {
			if p.Name == w.Feature {
				row.Doc, row.part = p.Range(), math.Abs(w.Champion)/math.Max(math.Abs(p.Low), math.Abs(p.High))
			}
		}
		rows = append(rows, row)
	}
	return rows
}
