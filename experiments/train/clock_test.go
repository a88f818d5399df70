package train

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"evolab/experiments/run"
)

// sleeper lets the clock pass after a generation.
type sleeper struct {
	until time.Time
	after int
}

func (sleeper) Started(string, Plan) {}

func (s sleeper) Generation(m run.Metrics, _ run.Timing) {
	if m.Generation == s.after {
		time.Sleep(time.Until(s.until) + 50*time.Millisecond)
	}
}

// A training that the clock ends has a champion with its test, and Resume continues it to
// the bytes of the whole.
func TestClockEndsTheTraining(t *testing.T) {
	o := Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Clock: Clock{Training: time.Now().Add(3 * time.Second)}}
	o.Observer = sleeper{o.Clock.Training, 1}
	cut, err := Run(context.Background(), tinyConfig(t), o)
	if err != nil || cut.Interrupted || len(cut.Test) == 0 || !slices.Equal(cut.Cut, []string{"the search ended after generation 1 of 2"}) {
		t.Fatalf("%+v, %v", cut, err)
	}
	if _, err := resumeTiny(t, cut.Folder); err != nil {
		t.Fatal(err)
	}
	whole := runTinyDrawn(t, undrawn, 2).Folder
	for _, file := range lasting() {
		if !bytes.Equal(read(t, whole, file), read(t, cut.Folder, file)) {
			t.Errorf("%s differs", file)
		}
	}
}

// A test that would outlast the clock has fewer games. On a machine that is busy
// elsewhere it may even be left out.
func TestClockShortensTheTest(t *testing.T) {
	c := tinyConfig(t)
	c.Test.Games = 4_000
	began := time.Now()
	const limit = time.Second
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Clock: Clock{End: began.Add(limit)}})
	if err != nil || time.Since(began) > 4*limit {
		t.Fatalf("%v after %v", err, time.Since(began))
	}
	if done.Interrupted {
		return
	}
	if len(done.Cut) == 0 {
		t.Error("nothing was cut")
	}
	for _, r := range done.Test {
		if r.Games < LeastTest || r.Games >= c.Test.Games {
			t.Errorf("%d games, %q", r.Games, done.Cut)
		}
	}
}
