//go:build unix

package class

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"evolab/arena"
	"evolab/internal/tooltest"
)

// lender is a pool that has the games played by a worker in which the submission is second.
type lender struct{ arena.Cores }

func (p lender) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	done := r.Done
	r.Done = func(rec arena.Record) {
		if jobs[rec.Job].First == 0 {
			rec.By, rec.Word = "<b>/UABC", "<b>/UABC"
		}
		done(rec)
	}
	return p.Cores.Run(ctx, r, jobs)
}

// Who played which game is in evidence.json and on the page, also after --resume without
// the worker.
func TestPlayers(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{"ann/my_player3.py": "open('output.txt', 'w').write('9,9')"})
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Grading.Games = 4
	o.Pool, o.Describe = lender{arena.Cores{Workers: 1}}, func(worker string) string { return "what " + worker + " says" }
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	key := c.Submissions[0].key()
	before := c.Evidence
	machine := before.Machines[0].String()
	if want := []Player{{Machine: machine, Games: map[string]string{key: "1, 3"}}, {Worker: "<b>/UABC", Machine: "what <b>/UABC says", Games: map[string]string{key: "2, 4"}}}; !reflect.DeepEqual(before.Players, want) {
		t.Errorf("%+v, want %+v", before.Players, want)
	}
	page := read(t, pagePath(out, "ann"))
	for _, want := range []string{"<li>" + machine + ": 1, 3\n", "<li>worker &lt;b&gt;/UABC (what &lt;b&gt;/UABC says): 2, 4\n"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	o.Resume, o.Pool, o.Describe = true, arena.Cores{Workers: 1}, nil
	if c, err = Grade(t.Context(), o); err != nil || !reflect.DeepEqual(c.Evidence, before) {
		t.Errorf("%v: %+v became %+v", err, before, c.Evidence)
	}
}

// A class that is continued on another machine says which of them wrote which lines.
func TestSessions(t *testing.T) {
	e := Evidence{Machines: []Machine{{System: "a"}, {System: "b"}}}
	for _, s := range []struct{ machine, lines int }{{0, 10}, {0, 20}, {1, 20}, {-1, 30}, {0, 30}, {1, 30}} {
		e.begin(s.machine, s.lines)
	}
	if want := []Session{{0, 11}, {1, 21}}; !reflect.DeepEqual(e.Sessions, want) {
		t.Errorf("%v, want %v", e.Sessions, want)
	}
	for line, want := range map[int]string{0: "", 9: "", 10: "evolab ; a", 19: "evolab ; a", 20: "evolab ; b", 100: "evolab ; b"} {
		if got := e.machineAt(line); got != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		list []int
		want string
	}{{nil, ""}, {[]int{4}, "4"}, {[]int{1, 2, 3, 7, 9, 10}, "1-3, 7, 9-10"}} {
		if got := ranges(c.list); got != c.want {
			t.Errorf("%v: %q, want %q", fmt.Sprint(c.list), got, c.want)
		}
	}
}
