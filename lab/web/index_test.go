package web

import (
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
)

// While the index is made, the newest runs are there already; then all of them.
func TestPageBeforeTheIndex(t *testing.T) {
	l := newLab(t)
	for _, name := range []string{"2026-01-01-000000-old", "2026-01-02-000000-new"} {
		l.makeRun(name)
	}
	x := &l.runIndex
	x.opened = make(chan struct{})
	x.read.total.Store(2000)
	if status, text := l.ask("GET", "/", "", "Accept", "text/html"); status != 200 || !strings.Contains(text, "0 of 2000") || !strings.Contains(text, "2026-01-02-000000-new") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := l.ask("GET", "/play?game=halma", "", "Accept", "text/html"); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	x.open(t.Context(), l.options.Runs)
	index := x.runs.Index
	if status, text := l.ask("GET", "/?name=old", "", "Accept", "text/html"); status != 200 || strings.Contains(text, "0 of 2000") || !strings.Contains(text, "2026-01-01-000000-old") {
		t.Errorf("%d %s", status, text)
	}
	x.asked = time.Time{}
	x.runs, x.err = nil, run.ErrNotComparable // whatever goes wrong is tried again
	if status, _ := l.ask("GET", "/", ""); status != 500 {
		t.Errorf("an index that cannot be opened: %d", status)
	}
	if status, _ := l.ask("GET", "/", ""); status != 200 {
		t.Errorf("the second try: %d", status)
	}
	if err := index.Close(); err != nil {
		t.Error(err)
	}
}
