package sweep

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"evolab/experiments/run"
)

// planned is a plan of runs as cells.
func planned(file string, cells ...*run.Summary) *Plan {
	p := &Plan{Schema: planSchema, File: file}
	for _, c := range cells {
		p.Cells = append(p.Cells, PlannedCell{c.Key, c.Game})
	}
	return p
}

// Sweeps of files of one name are kept apart, unless they have a cell in common: then one
// continues the other.
func TestNamesOfSweeps(t *testing.T) {
	old, same, other := cell(t, .5, "ga.sigma=.1"), cell(t, .5, "ga.sigma=.1"), cell(t, .5, "ga.sigma=.2")
	old.Sweep, same.Sweep, other.Sweep = "grid", "", ""
	for name, c := range map[string]struct {
		runs  []*run.Summary
		plans map[string]*Plan
		cells []*run.Summary
		want  string
	}{
		"the first":                         {nil, nil, []*run.Summary{other}, "grid"},
		"of other cells":                    {[]*run.Summary{old}, nil, []*run.Summary{other}, "grid-2"},
		"extended":                          {[]*run.Summary{old}, nil, []*run.Summary{other, same}, "grid"},
		"extended, what was common is gone": {[]*run.Summary{old}, map[string]*Plan{"grid": planned("grid.yaml", old, other)}, []*run.Summary{other}, "grid"},
		"a plan without runs":               {nil, map[string]*Plan{"grid": planned("grid.yaml", old)}, []*run.Summary{other}, "grid"},
	} {
		if got := planned("below/grid.yaml", c.cells...).name(c.runs, c.plans); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for file, want := range map[string]string{"a/b.yaml": "b", "run:2026-01-01-x": "run-2026-01-01-x", "..": ".", "a|b\x00?.yaml": "a-b--"} {
		if got := nameOf(file); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}

// A run that another command has started is on the page of the sweep that plans its config.
func TestGroups(t *testing.T) {
	one, two, alone, unlike := cell(t, .5, "ga.sigma=.1"), cell(t, .6, "ga.sigma=.2"), cell(t, .7, "ga.sigma=.3"), cell(t, .7, "ga.sigma=.9")
	one.Run, two.Run, alone.Run, unlike.Run = "one", "two", "alone", "unlike"
	alone.Sweep, unlike.Sweep, two.Sweep = "", "", "older"
	plans := map[string]*Plan{"grid": planned("grid.yaml", one, two, alone)}
	got := ""
	for _, g := range Groups([]*run.Summary{one, two, alone, unlike}, plans) {
		got += g.Sweep + ":"
		for _, r := range g.Runs {
			got += " " + r.Run
		}
		got += "; "
	}
	if got != "grid: one two alone; older: two; " {
		t.Error(got)
	}
	g := Groups([]*run.Summary{one, two, alone, unlike}, plans)[0]
	if want := `(sweep == "grid" or run == "two" or run == "alone") and game == "tictactoe"`; g.Filter() != want || g.Planned != 3 {
		t.Errorf("%s of %d, want %s", g.Filter(), g.Planned, want)
	}
	filter, err := run.ParseFilter(g.Filter())
	if err != nil || !filter.Holds(alone) || filter.Holds(unlike) {
		t.Errorf("%s: %v", g.Filter(), err)
	}
}

// Plans that are damaged, newer or no files are left out.
func TestPlansOfOthers(t *testing.T) {
	root := t.TempDir()
	if err := planned("a.yaml", cell(t, .5)).write(root, "a"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"half.json": `{"schema":1,"cells":[{"ke`, "newer.json": `{"schema":99}`, "note.txt": "{}"} {
		if err := os.WriteFile(filepath.Join(root, plansFolder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Symlink("/etc/passwd", filepath.Join(root, plansFolder, "link.json"))
	plans := ReadPlans(root)
	if len(plans) != 1 || plans["a"] == nil || !slices.Equal(plans["a"].Cells, planned("a.yaml", cell(t, .5)).Cells) {
		t.Errorf("%v", plans)
	}
}
