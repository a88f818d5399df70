package run

import (
	"slices"
	"testing"
)

// A legend shows what differs between runs, not when they were started.
func TestCurveNames(t *testing.T) {
	for _, c := range []struct {
		about string
		runs  []*Report
		want  []string
	}{
		{"one key", []*Report{configured("2026-01-01-a", "seed", "1"), configured("2026-01-02-a", "seed", "2")}, []string{"seed=1", "seed=2"}},
		{"names of experiments", []*Report{configured("2026-01-01-a", "name", "wide"), configured("2026-01-02-a", "name", "deep")}, []string{"wide", "deep"}},
		{"two keys", []*Report{configured("a", "seed", "1", "ga.sigma", ".2"), configured("b", "seed", "1", "ga.sigma", ".3"), configured("c", "seed", "2", "ga.sigma", ".3")},
			[]string{"seed=1 ga.sigma=.2", "seed=1 ga.sigma=.3", "seed=2 ga.sigma=.3"}},
		{"nothing differs", []*Report{configured("2026-01-01-a", "seed", "1"), configured("2026-01-02-a", "seed", "1")}, []string{"2026-01-01-a", "2026-01-02-a"}},
		{"two of three alike", []*Report{configured("x", "seed", "1"), configured("y", "seed", "1"), configured("z", "seed", "2")}, []string{"x", "y", "seed=2"}},
		{"too long", []*Report{configured("x", "player.features", "[stones, liberties, eyes, corners]"), configured("y", "player.features", "[]")},
			[]string{"player.features=[stones, libe...", "player.features=[]"}},
	} {
		if got := curveNames(c.runs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}

// configured is a run with some keys and values in its config.
func configured(name string, settings ...string) *Report {
	r := &Report{Config: map[string]string{}}
	r.Run = name
	for i := 0; i < len(settings); i += 2 {
		r.Config[settings[i]] = settings[i+1]
	}
	return r
}
