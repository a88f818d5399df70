//go:build unix

package class

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"evolab/internal/killtest"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// The variables name the class and the results of a process that grades until it is
// killed.
const classVariable, resultsVariable = "EVOLAB_TEST_KILLED_CLASS", "EVOLAB_TEST_KILLED_RESULTS"

// A class whose grading is killed at any moment and resumed, twenty times, ends in the
// same tables and pages, and nothing that a kill leaves looks like damage.
func TestKilledClassesEndAlike(t *testing.T) {
	if folder := os.Getenv(classVariable); folder != "" {
		o := options(t, folder, os.Getenv(resultsVariable))
		o.Resume = true
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !longtest.Enabled() {
		t.Skip("a minute, as for runs that are killed; run with -long")
	}
	tooltest.Need(t, "python3")
	folder, whole := class(t), filepath.Join(t.TempDir(), "whole")
	examined(t, folder, whole)
	began := time.Now()
	if _, err := Grade(t.Context(), options(t, folder, whole)); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	killed, kills := filepath.Join(t.TempDir(), "killed"), 0
	examined(t, folder, killed)
	same := func() {
		t.Helper()
		for _, name := range []string{GradebookFile, IndexFile, filepath.ToSlash(pagePath("", `two\u000alines.py`))} {
			want, got := unclocked(read(t, whole, name)), unclocked(read(t, killed, name))
			for i := range want {
				if i >= len(got) || got[i] != want[i] {
					t.Errorf("%s:%d differs: %d lines, want %d, here %q", name, i+1, len(got), len(want), want[i])
					break
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(uint64(began.UnixNano()), 0))
	grade := func() *exec.Cmd {
		return killtest.Self(t, classVariable+"="+folder, resultsVariable+"="+killed)
	}
	const tries = 20
	for range tries {
		if killtest.Kill(t, grade(), nil, time.Duration(r.Int64N(int64(took)))) {
			kills++
		} else { // it is graded: another one
			same()
			killed = filepath.Join(t.TempDir(), "killed")
			examined(t, folder, killed)
		}
		if r, err := Examine(t.Context(), killed, nil); err != nil || len(r.Changes) > 0 {
			t.Errorf("after a kill: %+v, %v", r, err)
		}
	}
	if out, err := grade().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	same()
	t.Logf("%d of %d were killed before the end", kills, tries)
}

// clockText is what a page says of the CPU time of games, which differs with each playing,
// and of their places in the journal, where they stand in the order in which they ended.
var clockText = regexp.MustCompile(`(?:Its clock|What it used) in all games: [0-9.]+ s of CPU a game on average, [0-9.]+ s in the longest|--game-number [0-9]+`)

// unclocked are the lines of a table or page without its CPU times and places.
func unclocked(text string) []string {
	return strings.Split(clockText.ReplaceAllString(text, ""), "\n")
}
