package report

import (
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/provenance"
)

// The page is titled by what it is about, and says in words what was checked out.
func TestPageSaysWhatItIs(t *testing.T) {
	score := .917
	made := func(game, name string, seed uint64, told run.Report) *Run {
		r := &Run{Report: &told, Asked: &experiment.Config{Game: game, Name: name, Seed: seed}}
		r.Metrics = []run.Metrics{{Generation: 7}}
		r.Status = "finished"
		r.Environment = &run.Environment{Git: &provenance.Git{Commit: "21504f08", Branch: "main", Dirty: true, Changes: []string{" M a.go", " M b.go"}}}
		return r
	}
	tested, young := made("checkers", "ga", 3, run.Report{TestScore: &score}), made("konane", "quick", 1, run.Report{})
	for want, runs := range map[string][]*Run{
		"checkers, ga (seed 3): the champion scores 92 % against its opponents - evolab": {tested},
		"konane, quick (seed 1): generation 7, finished - evolab":                        {young},
		"checkers, konane: 3 runs of ga, quick compared - evolab":                        {tested, young, young},
	} {
		if got := title(runs); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	page, err := HTML([]*Run{tested})
	if err != nil {
		t.Fatal(err)
	}
	if want := `<th scope="row">checkout<td>21504f08 on main, 2 files changed`; !strings.Contains(string(page), want) {
		t.Errorf("the page does not hold %q", want)
	}
}
