package run

import (
	"math"
	"slices"
	"testing"

	"evolab/plots"
	"evolab/stats"
)

// tested is a run with the score of its champion, validated twice.
func tested(t *testing.T, setting, seed string, score float64) *Run {
	t.Helper()
	r := configured(t, setting+seed, "name=n"+seed, "seed="+seed, setting)
	r.Evidence = &Evidence{Claimed: .9}
	for _, o := range r.Config.Opponents {
		r.Evidence.Test = append(r.Evidence.Test, Versus{Opponent: o.Agent, OpeningPlies: r.Config.Test.OpeningPlies[0], Score: stats.Estimate{Value: score}})
	}
	for i, v := range []float64{.1, score} {
		r.Metrics = append(r.Metrics, Metrics{Games: 100 * i, Validated: &stats.Estimate{Value: v}})
	}
	return r
}

func TestGroups(t *testing.T) {
	runs := []*Run{
		tested(t, "optimizer=ga", "1", .6), tested(t, "optimizer=spsa", "1", .7),
		tested(t, "optimizer=ga", "2", .5), tested(t, "optimizer=spsa", "2", .8), tested(t, "optimizer=random", "3", .2),
	}
	cut := tested(t, "optimizer=ga", "3", .9)
	cut.Evidence = nil
	groups := Groups(append(runs, cut))
	if len(groups) != 3 {
		t.Fatalf("%d groups", len(groups))
	}
	for i, want := range []struct {
		name string
		runs int
		test float64
		gain float64
	}{{"optimizer=spsa", 2, .75, 0}, {"optimizer=ga", 2, .55, -.2}, {"optimizer=random", 1, .2, 0}} {
		g := groups[i]
		if g.Name() != want.name || len(g.Runs) != want.runs || math.Abs(g.Test.Value-want.test) > 1e-9 {
			t.Errorf("%d. %s: %d runs, test %v", i+1, g.Name(), len(g.Runs), g.Test)
		}
		if (g.Gain == nil) != (i == 0) || i > 0 && math.Abs(g.Gain.Value-want.gain) > 1e-9 {
			t.Errorf("%s: gain %v, want %v", g.Name(), g.Gain, want.gain)
		}
	}
	if c := groups[0].curve(AcrossGames); len(c.Fitness) != 2 || math.Abs(c.Fitness[1].Value-.75) > 1e-9 || c.At[1] != 100 {
		t.Errorf("curve of means: %+v", c)
	}
	if _, err := OverlayGroups(groups); err != nil {
		t.Error(err)
	}
}

// A run of the same settings and seed is the same sample of luck again.
func TestRepeatsCountOnce(t *testing.T) {
	again := func(setting, seed string, score float64) *Run {
		r := tested(t, setting, seed, score)
		r.Folder += "-again"
		return r
	}
	runs := []*Run{tested(t, "optimizer=ga", "1", .6), again("optimizer=ga", "1", .6), again("optimizer=ga", "1", .6), tested(t, "optimizer=spsa", "1", .7)}
	if g := Groups(runs); g != nil {
		t.Errorf("one seed each, repeated: %+v (expected: no groups)", g)
	}
	runs = append(runs, tested(t, "optimizer=ga", "2", .5))
	groups := Groups(runs)
	if len(groups) != 2 || groups[1].Name() != "optimizer=ga" {
		t.Fatalf("%+v", groups)
	}
	g := groups[1]
	if !slices.Equal(g.Runs, []string{"optimizer=ga1", "optimizer=ga2"}) || !slices.Equal(g.Repeats, []string{"optimizer=ga1-again", "optimizer=ga1-again"}) {
		t.Errorf("runs %v, repeats %v", g.Runs, g.Repeats)
	}
	if want := stats.AcrossRuns([]float64{.6, .5}); g.Test != want || g.Text(g.Test) != "0.550, needs more seeds" || math.Abs(g.Gain.Value+.1) > 1e-9 {
		t.Errorf("test %+v, %q, gain %+v (expected: %+v)", g.Test, g.Text(g.Test), g.Gain, want)
	}
	// An unfinished run stands back behind the one that was begun anew.
	runs[0].Metrics = runs[0].Metrics[:1]
	data := Curves(runs, CurveView{})
	if len(data.Curves) != 2 || data.Curves[0].Runs != 2 || len(data.Curves[0].At) != 2 || math.Abs(data.Curves[0].Fitness[1].Value-.55) > 1e-9 {
		t.Errorf("curves %+v", data.Curves)
	}
	want := []string{"2 runs repeat another one, with its settings and seed, and are not counted in means over runs: optimizer=ga1-again, optimizer=ga1-again"}
	if got := RepeatWarnings(runs); !slices.Equal(got, want) {
		t.Errorf("%q (expected: %q)", got, want)
	}
	var list []*Summary
	for _, r := range runs {
		s := r.Summary()
		s.Best, s.Test = s.Validated, &stats.Estimate{Value: *r.TestScore()}
		list = append(list, &s)
	}
	view := View{Group: "optimizer"}
	fold := view.Fold(list)[0]
	if len(fold.All) != 4 || len(fold.Runs) != 2 || len(fold.Repeats) != 2 || fold.Test != stats.AcrossRuns([]float64{.6, .5}) {
		t.Errorf("grouped by a setting: %+v", fold.Group)
	}
}

// Where learners do not count the same games, curves are drawn over the CPU time of the
// training, without that of validations.
func TestLearnersAreComparedByCPUTime(t *testing.T) {
	timed := func(learner, seed string, seconds float64) *Run {
		r := tested(t, "learner="+learner, seed, .6)
		for i := range r.Metrics {
			r.Metrics[i].Generation = i
			r.Timing = append(r.Timing, Timing{Generation: i, CPU: seconds + 10, ValidationCPU: 10})
		}
		return r
	}
	data := Curves([]*Run{timed("evolution", "1", 1), timed("evolution", "2", 2), timed("td", "1", 3), timed("td", "2", 3)}, CurveView{})
	if len(data.Curves) != 2 || data.Across != "seconds of CPU time of the training" {
		t.Fatalf("%+v", data)
	}
	for i, want := range []plots.OverlayCurve{{Name: "ga", At: []float64{1.5, 3}}, {Name: "td", At: []float64{3, 6}}} {
		if got := data.Curves[i]; got.Name != want.Name || !slices.Equal(got.At, want.At) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// One run of each setting says nothing of luck.
func TestSingleRunsMakeNoGroups(t *testing.T) {
	if g := Groups([]*Run{tested(t, "optimizer=ga", "1", .6), tested(t, "optimizer=spsa", "1", .7)}); g != nil {
		t.Errorf("%d groups", len(g))
	}
}
