package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/plots"
	"evolab/stats"
)

// tested is a run with the score of its champion, validated twice.
func tested(settings, seed string, score float64) *Report {
	r := &Report{parsed: &experiment.Config{}, Config: map[string]string{"seed": seed, "name": "n" + seed}, Evidence: &Evidence{Claimed: .9}, TestScore: &score}
	r.Run, r.Validated = settings+seed, &score
	key, value, _ := strings.Cut(settings, "=")
	r.Config[key] = value
	for i, v := range []float64{.1, score} {
		r.Metrics = append(r.Metrics, Metrics{Games: 100 * i, Validated: &stats.Estimate{Value: v}})
	}
	return r
}

func TestGroups(t *testing.T) {
	runs := []*Report{
		tested("optimizer=ga", "1", .6), tested("optimizer=de", "1", .7),
		tested("optimizer=ga", "2", .5), tested("optimizer=de", "2", .8), tested("optimizer=pso", "3", .2),
	}
	cut := tested("optimizer=ga", "3", .9)
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
	}{{"optimizer=de", 2, .75, 0}, {"optimizer=ga", 2, .55, -.2}, {"optimizer=pso", 1, .2, 0}} {
		g := groups[i]
		if g.Name() != want.name || len(g.Runs) != want.runs || math.Abs(g.Test.Value-want.test) > 1e-9 {
			t.Errorf("%d. %s: %d runs, test %v", i+1, g.Name(), len(g.Runs), g.Test)
		}
		if (g.Gain == nil) != (i == 0) || i > 0 && math.Abs(g.Gain.Value-want.gain) > 1e-9 {
			t.Errorf("%s: gain %v, want %v", g.Name(), g.Gain, want.gain)
		}
	}
	if c := groups[0].curve((*Report).curve); len(c.Fitness) != 2 || math.Abs(c.Fitness[1].Value-.75) > 1e-9 || c.At[1] != 100 {
		t.Errorf("curve of means: %+v", c)
	}
	if _, err := OverlayGroups(groups); err != nil {
		t.Error(err)
	}
}

// Where learners do not count the same games, curves are drawn over the CPU time of the
// training, without that of validations.
func TestLearnersAreComparedByCPUTime(t *testing.T) {
	timed := func(learner, seed string, seconds float64) *Report {
		r := tested("learner="+learner, seed, .6)
		r.parsed.Prepare()
		r.parsed.Learner.Name, r.parsed.Optimizer.Name = learner, "ga"
		r.contents = &Contents{}
		for i := range r.Metrics {
			r.Metrics[i].Generation = i
			r.contents.Timing = append(r.contents.Timing, Timing{Generation: i, CPU: seconds + 10, ValidationCPU: 10})
		}
		return r
	}
	data := Curves([]*Report{timed("evolution", "1", 1), timed("evolution", "2", 2), timed("td", "1", 3), timed("td", "2", 3)})
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
	if g := Groups([]*Report{tested("optimizer=ga", "1", .6), tested("optimizer=de", "1", .7)}); g != nil {
		t.Errorf("%d groups", len(g))
	}
}
