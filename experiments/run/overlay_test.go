package run

import (
	"slices"
	"testing"

	"evolab/experiments/experiment"
)

// A legend shows what differs between runs, not when they were started.
func TestCurveNames(t *testing.T) {
	for _, c := range []struct {
		about string
		runs  []*Run
		want  []string
	}{
		{"one key", []*Run{configured(t, "2026-01-01-a", "seed=1"), configured(t, "2026-01-02-a", "seed=2")}, []string{"seed=1", "seed=2"}},
		{"names of experiments", []*Run{configured(t, "2026-01-01-a", "name=wide"), configured(t, "2026-01-02-a", "name=deep")}, []string{"wide", "deep"}},
		{"two keys", []*Run{configured(t, "a", "seed=1", "ga.sigma=0.2"), configured(t, "b", "seed=1", "ga.sigma=0.3"), configured(t, "c", "seed=2", "ga.sigma=0.3")},
			[]string{"seed=1 ga.sigma=0.2", "seed=1 ga.sigma=0.3", "seed=2 ga.sigma=0.3"}},
		{"nothing differs", []*Run{configured(t, "2026-01-01-a", "seed=1"), configured(t, "2026-01-02-a", "seed=1")}, []string{"2026-01-01-a", "2026-01-02-a"}},
		{"two of three alike", []*Run{configured(t, "x", "seed=1"), configured(t, "y", "seed=1"), configured(t, "z", "seed=2")}, []string{"x", "y", "seed=2"}},
		{"too long", []*Run{configured(t, "x", "player.features=[stones, liberties, eyes, corners]"), configured(t, "y", "player.features=[stones]")},
			[]string{"features=[.., li...yes, corners]", "features=[..]"}},
		{"some too long", []*Run{configured(t, "x", "seed=1", "ga.sigma=0.2", "ga.population=30", "generations=40"), configured(t, "y", "seed=2", "ga.sigma=0.3", "ga.population=40", "generations=50")},
			[]string{"generations=40 ga.population=30", "generations=50 ga.population=40"}},
	} {
		if got := curveNames(c.runs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}

// configured is a run with some settings in its config.
func configured(t *testing.T, name string, settings ...string) *Run {
	t.Helper()
	c, err := experiment.Parse("config.yaml", []byte("game: littlego\n"), settings)
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Folder: name, Config: c}
}
