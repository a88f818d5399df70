package run_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

// Several runs carry seed, optimiser and the settings that differ, and no text is one that
// a spreadsheet converts: names, identities and settings that look like dates or numbers.
func TestCSVOfSeveralRuns(t *testing.T) {
	root := t.TempDir()
	runs := []*run.Run{
		bridgetest.Run(t, root, "MAR1", "name=3-4", "seed=18446744073709551615"),
		bridgetest.Run(t, root, "1-2", `name="1e5"`, "optimizer=spsa", "start=zero", "ga.sigma=1.5"),
	}
	var b bytes.Buffer
	if err := run.CSV(&b, runs); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns := []string{"run", "generation", "best_id", "seed", "optimizer", "config.name", "config.start", "config.ga.sigma"}
	var got [][]string
	for _, row := range rows[1:] {
		var cells []string
		for _, name := range columns {
			cells = append(cells, row[slices.Index(rows[0], name)])
		}
		got = append(got, cells)
	}
	want := [][]string{
		{"'MAR1", "0", "'0-1", "18446744073709551615", "ga", "'3-4", "random", "0.4"},
		{"'MAR1", "1", "'1-0", "18446744073709551615", "ga", "'3-4", "random", "0.4"},
		{"'1-2", "0", "'0-1", "1", "spsa", "'1e5", "zero", "1.5"},
		{"'1-2", "1", "'1-0", "1", "spsa", "'1e5", "zero", "1.5"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
