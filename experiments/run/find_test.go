package run

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The newest run is the one that began last, whatever its folder is called: the clock of the
// names may be that of another place, or be set back. The list of runs agrees.
func TestLastIsTheNewest(t *testing.T) {
	const nine, ten = "2026-10-25-023000-a", "2026-10-25-013000-a" // after the clock went back, the name is smaller
	for name, c := range map[string]struct {
		seconds map[string]string // when the runs began, by name
		want    string
	}{
		"the end of summer time":    {map[string]string{nine: "seed=10", ten: "seed=3610"}, ten},
		"a renamed folder":          {map[string]string{nine: "seed=10", "best": "seed=20", "9999-01-01-000000-a": "seed=5"}, "best"},
		"the same instant":          {map[string]string{nine: "seed=10", ten: "seed=10"}, nine},
		"in the order of the names": {map[string]string{nine: "seed=20", ten: "seed=10"}, nine},
	} {
		root := t.TempDir()
		for run, seed := range c.seconds {
			newRun(t, root, run, seed)
		}
		got, err := (&Finder{Root: root}).Find(Last)
		if err != nil || filepath.Base(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
		if list, err := List(t.Context(), root); err != nil || list[0].Run != c.want {
			t.Errorf("%s: the list begins with %s, %v; want %s", name, list[0].Run, err, c.want)
		}
	}
}

// Without a record the history has the instant, and without that the config's time.
func TestBeganWithoutARecord(t *testing.T) {
	folder := newRun(t, t.TempDir(), "2030-01-01-000000-a", "seed=7")
	recorded := time.Date(2026, 1, 2, 3, 4, 12, 0, time.UTC)
	changed := time.Date(2026, 5, 5, 5, 5, 5, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(folder, ConfigFile), changed, changed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gone string
		want time.Time
	}{{"nothing", recorded}, {EnvironmentFile, recorded}, {HistoryFile, changed}} {
		_ = os.Remove(filepath.Join(folder, c.gone))
		if got := Began(folder); !got.Equal(c.want) {
			t.Errorf("without %s: %v, want %v", c.gone, got, c.want)
		}
		if r, err := ReadEnds(folder); err != nil || !r.Started().Equal(c.want) {
			t.Errorf("without %s: %v, %v; want %v", c.gone, r.Started(), err, c.want)
		}
	}
}

func TestTheNewestOfANameIsMeant(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "2026-10-25-023000-grid", "seed=10")
	newRun(t, root, "2026-10-25-013000-grid", "seed=3610")
	if _, err := (&Finder{Root: root}).Find("gird"); err == nil || err.Error() != `no run "gird" in `+root+`, did you mean 2026-10-25-013000-grid?` {
		t.Error(err)
	}
}
