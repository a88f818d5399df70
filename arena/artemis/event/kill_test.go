package event

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/internal/killtest"
	"evolab/internal/longtest"
)

// journalVariable names the journal of an event that a process plays until it is killed.
const journalVariable = "EVOLAB_TEST_EVENT"

func playWhole(t *testing.T, path string) {
	t.Helper()
	e, err := Open(plan(1, 2, 3, 4, 5, 6), path)
	if err != nil {
		t.Fatal(err)
	}
	for !e.Done() {
		g := e.Due()[0]
		finishBy(t, e, g, lower(g), Verdict)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}

// An event that is killed at any moment and resumed, again and again, ends with the same
// games, and nothing that a kill leaves looks like damage.
func TestKilledEventsEndAlike(t *testing.T) {
	if path := os.Getenv(journalVariable); path != "" {
		playWhole(t, path)
		return
	}
	tries := 5
	if longtest.Enabled() {
		tries = 20
	}
	whole := filepath.Join(t.TempDir(), "journal.jsonl")
	began := time.Now()
	playWhole(t, whole)
	took, all := time.Since(began), lines(whole)
	killed := filepath.Join(t.TempDir(), "journal.jsonl")
	r, kills, events := rand.New(rand.NewPCG(uint64(began.UnixNano()), 0)), 0, 0
	for range tries {
		// By lines: a process needs some time before it plays, and more on a busy machine.
		enough := lines(killed) + 1 + r.IntN(all/3+1)
		if killtest.Kill(t, killtest.Self(t, journalVariable+"="+killed), func() bool { return lines(killed) >= enough }, time.Duration(r.Int64N(int64(took)/int64(all)+1))) {
			kills++
		}
		if x, err := Examine(killed); err != nil || len(x.Changes) > 0 {
			t.Errorf("after a kill: %v, %v", x, err)
		}
		if lines(killed) == lines(whole) { // it is over: another one
			same(t, whole, killed)
			events++
			killed = filepath.Join(t.TempDir(), "journal.jsonl")
		}
	}
	playWhole(t, killed)
	same(t, whole, killed)
	if x, err := Examine(killed); err != nil || !x.Finished || len(x.Changes) > 0 {
		t.Errorf("at the end: %+v, %v", x, err)
	}
	t.Logf("%d of %d were killed before the end, in %d events", kills, tries, events+1)
	if kills < tries/2 {
		t.Errorf("only %d of %d were killed before the end", kills, tries)
	}
}

func lines(path string) int {
	data, _ := os.ReadFile(path)
	return strings.Count(string(data), "\n")
}

func same(t *testing.T, one, two string) {
	t.Helper()
	a, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(two)
	if err != nil || string(a) != string(b) {
		t.Errorf("another journal: %d and %d bytes, %v", len(a), len(b), err)
	}
}
