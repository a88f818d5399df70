//go:build unix

package class

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/arena"
	"evolab/internal/tooltest"
)

// A program that fails in all games is not played against an opponent any more once that
// opponent's points are lost. What is said of it is the same for any number of cores, with
// an interruption or without.
func TestSparedGamesAreAnnounced(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{"crashes/my_player3.py": "import sys\nif open('input.txt').read().count('0') < 50: sys.exit(3)\nopen('output.txt', 'w').write('2,2')"})
	const want = "name,status,points,max,low,high,random,reason\ncrashes,graded,0,25,0,0,0,no-output\n"
	first := ""
	for _, cores := range []int{1, 3} {
		out := filepath.Join(t.TempDir(), "results")
		examined(t, folder, out)
		o := options(t, folder, out)
		o.Grading.Games, o.Workers, o.Pool = 0, cores, arena.Cores{Workers: cores}
		ctx := t.Context()
		if cores > 1 {
			interrupted, stop := context.WithCancel(t.Context())
			o.Pool = stopping{arena.Cores{Workers: cores}, 5, stop}
			if _, err := Grade(interrupted, o); err == nil {
				t.Fatal("not interrupted")
			}
			o.Pool, o.Resume = arena.Cores{Workers: cores}, true
		}
		if _, err := Grade(ctx, o); err != nil {
			t.Fatal(err)
		}
		if got := gradebook(t, out); got != want {
			t.Errorf("%swant\n%s", got, want)
		}
		if cells := gradebookRows(t, out)["crashes"]; cells["not_played"] != "12" {
			t.Errorf("%v", cells)
		}
		const note = "12 games not played, which could not have changed the points"
		for _, name := range []string{pagePath("", "crashes"), IndexFile, StudentsFile} {
			if !strings.Contains(read(t, out, filepath.ToSlash(name)), note) {
				t.Errorf("%d cores: %s does not say it", cores, name)
			}
		}
		page := strings.Join(unclocked(read(t, pagePath(out, "crashes"))), "\n")
		if !strings.Contains(page, `<td class="n">8 (12 not played)`) {
			t.Errorf("%s", page)
		}
		if first == "" {
			first = page
		} else if page != first {
			t.Errorf("%d cores:\n%s\nwant\n%s", cores, page, first)
		}
		if games := strings.Count(read(t, out, JournalFile), "\n"); games < 8 || games > 8+cores {
			t.Errorf("%d cores: %d games were played", cores, games)
		}
	}
}

// A stage whose CPU time is used up has no points: the rest of it is not played.
func TestAStageEndsWithItsTime(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{"slow/my_player3.py": "import time\nwhile time.process_time() < .2: pass\nopen('output.txt', 'w').write('PASS')"}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Grading.Games, o.Grading.Rubric.Stages[0].CPU = 10, 4*time.Second // for 20 games: 2 s for 10
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Marks[0]
	if m.points() != 0 || m.Cause.Verdict != "time-limit" || m.spared < 2 || m.spared+len(m.lines) != 10 || !strings.Contains(m.Cause.Text, "a grader gives no points for it") {
		t.Errorf("%v points, %d games, %d spared: %+v", m.points(), len(m.lines), m.spared, m.Cause)
	}
}
