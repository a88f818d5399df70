package sweep

import (
	"maps"
	"path/filepath"
	"slices"

	"evolab/notebook"
	"evolab/stats"
)

// Row is a setting of a sweep over its seeds.
type Row struct {
	Settings  []string       `json:"settings"`
	Runs      []string       `json:"runs"`      // finished ones, a seed each
	Claimed   stats.Estimate `json:"claimed"`   // fitness that training claims of the champions
	Validated stats.Estimate `json:"validated"` // fitness in the last validation
	Test      stats.Estimate `json:"test"`      // the champions' score against the config's opponents
	// Gain is Test minus that of the first row, over the seeds that both have
	// finished; the first row has none.
	Gain *stats.Estimate `json:"gain,omitempty"`

	scores map[string]float64 // Test by seed
}

// Rows sums up the runs of cells over their seeds, in the order of the cells;
// runs is what Run returned. The intervals are those of a mean over seeds, 95 %.
func Rows(cells []Cell, runs []string, root string) ([]Row, error) {
	var rows []Row
	var values [3][]float64
	flush := func() {
		if n := len(rows); n > 0 {
			r := &rows[n-1]
			r.Claimed, r.Validated, r.Test = stats.AcrossRuns(values[0]), stats.AcrossRuns(values[1]), stats.AcrossRuns(values[2])
		}
		values = [3][]float64{}
	}
	for i, c := range cells {
		if i == 0 || !slices.Equal(c.Settings, cells[i-1].Settings) {
			flush()
			rows = append(rows, Row{Settings: append([]string{}, c.Settings...), Runs: []string{}, scores: map[string]float64{}})
		}
		r, err := notebook.Read(filepath.Join(root, runs[i]))
		if err != nil {
			return nil, err
		}
		if r.Evidence == nil || r.TestScore == nil || r.Validated == nil {
			continue
		}
		row := &rows[len(rows)-1]
		row.Runs = append(row.Runs, r.Run)
		row.scores[r.Config["seed"]] = *r.TestScore
		for k, v := range []float64{r.Evidence.Claimed, *r.Validated, *r.TestScore} {
			values[k] = append(values[k], v)
		}
	}
	flush()
	for i := range rows[min(1, len(rows)):] {
		rows[i+1].compare(&rows[0])
	}
	return rows, nil
}

// compare pairs the runs with those of another row by their seeds.
func (r *Row) compare(first *Row) {
	var mine, theirs []float64
	for _, seed := range slices.Sorted(maps.Keys(r.scores)) {
		if score, both := first.scores[seed]; both {
			mine, theirs = append(mine, r.scores[seed]), append(theirs, score)
		}
	}
	gain := stats.PairedDifference(mine, theirs)
	r.Gain = &gain
}
