package lab

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/lab/term"
)

func TestLongHeadlinesTakeTwoLines(t *testing.T) {
	for headline, want := range map[string]string{
		"start weights 19 % -> champion 92 % of the mix; beats hand 70.5 % [68.7, 72.3]":     "start weights 19 % -> champion 92 % of the mix; beats hand 70.5 % [68.7, 72.3]",
		"start weights 20 % -> champion 83 % of the mix; even with hand 54.2 % [50.0, 58.5]": "start weights 20 % -> champion 83 % of the mix;\neven with hand 54.2 % [50.0, 58.5]",
	} {
		if got := breakHeadline(headline); got != want {
			t.Errorf("%q becomes %q, want %q", headline, got, want)
		}
	}
}

// A run whose folder was removed while it was at work cannot be resumed.
func TestRemovedWhileAtWork(t *testing.T) {
	err := (&app{}).ended(train.Done{Folder: filepath.Join(t.TempDir(), "gone")}, errors.New("metrics.jsonl: gone"), nil)
	var known *exitError
	if !errors.As(err, &known) || known.code != exitFailed || strings.Contains(known.hint, "resume") || !strings.Contains(known.hint, "evolve run starts it anew") {
		t.Errorf("%v with %+v", err, known)
	}
}

// A learner first measures its start weights in a few slow games. They say nothing
// about a round, which is played and fitted at another speed: the time left is
// that of the rounds since.
func TestTimeLeft(t *testing.T) {
	type generation struct {
		took  time.Duration
		games int
		want  string // the end of the line
	}
	for name, test := range map[string]struct {
		plan train.Plan
		list []generation
	}{
		"evolution": {train.Plan{Unit: "game", Generations: 2, Games: 300}, []generation{
			{time.Minute, 100, "2 min left"}, {time.Minute, 100, "60 s left"}, {time.Minute, 100, "0 s left"},
		}},
		"learner": {train.Plan{Unit: "game", Generations: 3, Games: 3100, StartApart: true}, []generation{
			{time.Minute, 100, "games/s"}, {10 * time.Second, 1000, "20 s left"}, {10 * time.Second, 1000, "10 s left"},
		}},
		"resumed evolution": {train.Plan{Unit: "game", Generations: 2, Games: 300, Played: 100}, []generation{
			{}, {time.Minute, 100, "60 s left"},
		}},
		"resumed learner": {train.Plan{Unit: "game", Generations: 4, Games: 4100, Played: 1100, StartApart: true}, []generation{
			{}, {}, {10 * time.Second, 1000, "20 s left"},
		}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			w := &runWatcher{app: &app{out: &out, err: &out}}
			w.Started("runs/one", test.plan)
			defer w.end()
			all, waited := test.plan.Played, time.Duration(0)
			for n, g := range test.list {
				if g.games == 0 { // of an earlier process
					continue
				}
				time.Sleep(g.took - waited)
				w.Add(g.games)
				all += g.games
				out.Reset()
				w.Generation(run.Metrics{Generation: n, Games: all}, run.Timing{Seconds: 1000})
				waited = term.PlainEvery // after which its line is written at the latest
				time.Sleep(waited)
				got, _, _ := strings.Cut(out.String(), "\n")
				if !strings.HasPrefix(got, "generation ") || !strings.HasSuffix(got, g.want) {
					t.Errorf("%s: %q, want it to end in %q", name, got, g.want)
				}
			}
		})
	}
}
