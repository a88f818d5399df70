//go:build unix

package class

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/arena"
	"evolab/internal/tooltest"
)

func TestInterimIsDueOnceNobodyFollows(t *testing.T) {
	at := time.Time{}
	i := newInterim(func() time.Time { return at }, 30*time.Second)
	for _, step := range []struct {
		after time.Duration
		done  bool
		due   bool
	}{
		{time.Minute, false, false}, // nobody is done
		{time.Second, true, false},
		{29 * time.Second, true, false},
		{29 * time.Second, false, false},
		{time.Second, false, true},
		{time.Hour, false, false}, // nothing new
		{time.Second, true, false},
		{170 * time.Second, false, false}, // of an hour
		{40 * time.Second, false, true},
	} {
		at = at.Add(step.after)
		due := i.due(step.done)
		if due != step.due {
			t.Errorf("after %v: %v, want %v", at.Sub(time.Time{}), due, step.due)
		}
		if due {
			i.written(time.Second)
		}
	}
	i.due(true)
	at = at.Add(time.Hour)
	if !i.due(false) || i.due(false) {
		t.Error("it is due twice at a time, or not at all")
	}
	i.written(10 * time.Minute)
	i.due(true)
	if at = at.Add(time.Hour); i.due(false) {
		t.Error("files that take ten minutes are due after an hour")
	}
}

// Who is done has a row and a page while others still play.
func TestResultsDoNotWaitForSlowOnes(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"quick/my_player3.py": "open('output.txt', 'w').write('PASS')",
		"slow/my_player3.py":  "import time\nif open('input.txt').read().count('0') > 45: time.sleep(4)\nopen('output.txt', 'w').write('PASS')",
	}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Grading.Games, o.Interim = 4, time.Millisecond
	seen := ""
	o.Workers, o.Pool = 1, stopping{arena.Cores{Workers: 1}, 8, func() {
		text, err := os.ReadFile(filepath.Join(out, GradebookFile))
		if err != nil {
			t.Error(err)
		}
		seen = string(text) + read(t, pagePath(out, "quick"))
		if s, err := Read(out); err != nil || s.Ended {
			t.Errorf("%+v, %v: nothing says that some still play", s, err)
		}
	}}
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nquick,rehearsal,0,25,", "\nslow,incomplete,", "of 25 points"} {
		if !strings.Contains(seen, want) {
			t.Errorf("no %q in\n%s", want, seen)
		}
	}
}
