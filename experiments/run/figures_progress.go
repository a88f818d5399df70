package run

import (
	"fmt"
	"math"
	"slices"

	"evolab/plots"
)

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
