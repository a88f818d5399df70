//go:build unix

package class

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/host"
	"evolab/internal/pythontest"
)

func TestMain(m *testing.M) {
	host.Warden()
	if text := os.Getenv(orderName); text != "" {
		if err := obey(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	pythontest.Straighten()
	os.Exit(m.Run())
}

// follower ends the work after a number of games; 0: never.
type follower struct {
	begin       func() // nil: nothing happens
	after       int32
	stop        context.CancelFunc
	games       bool
	done        atomic.Int32
	left, total int
}

func (f *follower) Begin(what string, _ int, _ string) {
	if f.games = what == "games"; f.begin != nil {
		f.begin()
	}
}
func (f *follower) Expect(left, all int, _ time.Duration) { f.left, f.total = left, all }
func (f *follower) Add(n int) {
	if f.games && f.done.Add(int32(n)) == f.after {
		f.stop()
	}
}

// options are those of a class that plays two games against random, one at a time.
func options(t *testing.T, folder, out string) Options {
	t.Helper()
	r, err := rubric.Find("usc-2023-submit")
	if err != nil {
		t.Fatal(err)
	}
	r.Stages = r.Stages[:1]
	r.Stages[0].Opponents = r.Stages[0].Opponents[:1]
	g, err := agent.FindGame(r.Game)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Folder: folder, Out: out, Grading: rubric.Grading{Rubric: r, Game: g, Seed: 1, Scale: 1, Games: 2},
		Jobs: 1, Programs: agent.Unannounced(), Pool: arena.Cores{Workers: 1}, Watch: &follower{},
	}
}

// class makes a folder of submissions.
func class(t *testing.T) string {
	t.Helper()
	return fill(t, map[string]string{
		"=1+1,\"x\" <script>alert(1)/my_player3.py": "import sys; sys.exit(3)",
		"two\nlines.py":        "open('output.txt', 'w').write('9,9')",
		"wrong/agent.py":       "open('output.txt', 'w').write('0,0')",
		"broken/my_player3.py": "def f(:",
		"empty/":               "",
		"zipped/a.zip":         "PK",
	})
}

// examined makes results with an examination of each submission: none is made again.
func examined(t *testing.T, folder, out string) {
	t.Helper()
	list, err := find(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(out, examFolder), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if err := os.WriteFile(filepath.Join(out, examFolder, s.id()+".json"), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
