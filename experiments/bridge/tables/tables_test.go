package tables

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
)

// two runs with other features and other values of some keys.
func two(t *testing.T) []*run.Run {
	root := t.TempDir()
	return []*run.Run{
		bridgetest.Run(t, root, "one"),
		bridgetest.Run(t, root, "two", "player.features=[edge, liberties]", "ga.sigma=0.5", "seed=18446744073709551615", "start=zero"),
	}
}

func TestGenerations(t *testing.T) {
	table := Of(two(t))[0]
	for name, want := range map[string][]any{
		"run":              {"one", "one", "two", "two"},
		"seed":             {uint64(1), uint64(1), uint64(math.MaxUint64), uint64(math.MaxUint64)},
		"generation":       {int64(0), int64(1), int64(0), int64(1)},
		"best":             {0.1, 0.3, 0.1, 0.3},
		"interval.low":     {-0.1, 0.1, -0.1, 0.1},
		"validated.value":  {0.2, nil, 0.2, nil},
		"round.loss":       {nil, nil, nil, nil},
		"timing.seconds":   {1.25, 2.5, 1.25, 2.5},
		"config.ga.sigma":  {0.4, 0.4, 0.5, 0.5},
		"config.start":     {"random", "random", "zero", "zero"},
		"config.ga.elites": {int64(4), int64(4), int64(4), int64(4)},
		"weight.stones":    {1.0, 0.6, nil, nil},
		"weight.edge":      {nil, nil, 1.0, 0.6},
		"weight.liberties": {0.0, -0.8, 0.0, -0.8},
	} {
		at := slices.Index(table.Columns, name)
		if at < 0 {
			t.Errorf("there is no column %s", name)
			continue
		}
		var got []any
		for row := range table.Rows {
			got = append(got, row[at])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCSV(t *testing.T) {
	table := Table{"x", []string{"=name", "n", "seed", "ok"}, func(yield func([]any) bool) {
		_ = yield([]any{"=1+1", -0.5, uint64(math.MaxUint64), true}) && yield([]any{"two\nlines", nil, nil, false})
	}}
	var b bytes.Buffer
	if err := CSV(&b, table); err != nil {
		t.Fatal(err)
	}
	const want = "'=name,n,seed,ok\n'=1+1,-0.5,18446744073709551615,true\ntwo lines,,,false\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	paths, err := Write(dir, two(t))
	if err != nil || len(paths) != 3 {
		t.Fatalf("%v, %v", paths, err)
	}
	f, err := os.Open(filepath.Join(dir, "games.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}
	at := slices.Index(rows[0], "moves")
	if got, want := rows[1][at], `["2,3","PASS"]`; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
}
