//go:build unix

package class

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/doctor"
	"evolab/course/rubric"
	"evolab/host"
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

// Each submission has a row and a page, and what it is called or contains harms
// neither another one's nor the table. After an interruption in the middle of a line
// only the missing games are played, and the table is the same, byte for byte.
func TestGrade(t *testing.T) {
	folder, out := class(t), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	whole, err := Grade(t.Context(), options(t, folder, out))
	if err != nil {
		t.Fatal(err)
	}
	if want := `name,status,points,max,low,high,random
"'=1+1,""x"" <script>alert(1)",rehearsal,0,25,0,10.5,0
broken,does-not-compile,0,25,,,
empty,empty,0,25,,,
two lines.py,rehearsal,0,25,0,10.5,0
wrong,wrong-name,0,25,0,10.5,0
zipped,archive,0,25,,,
`; read(t, out, GradebookFile) != want {
		t.Errorf("gradebook:\n%swant:\n%s", read(t, out, GradebookFile), want)
	}
	pages, err := filepath.Glob(filepath.Join(out, pageFolder, "*"))
	if err != nil || len(pages) != len(whole.Submissions) || filepath.Base(pages[0]) != "001.html" {
		t.Errorf("%v, %v", pages, err)
	}
	for _, page := range append(pages, filepath.Join(out, "index.html")) {
		if text := read(t, page); strings.Contains(text, "<script") || !strings.Contains(text, "A rehearsal: 2 games") {
			t.Errorf("%s:\n%s", page, text)
		}
	}
	if page := read(t, pages[0]); !strings.Contains(page, "no answer at ply 1 of game 1: there is no output.txt, the program ended with exit status 3") {
		t.Errorf("the loss is not told:\n%s", page)
	}
	standing, err := Read(out)
	if err != nil || !standing.Ended || standing.Games != 6 || len(standing.Rows) != 3 || standing.Rows[2].Name != "wrong" || standing.Rows[2].Games != 2 {
		t.Errorf("read while it is graded: %+v %v", standing, err)
	}
	if page := read(t, out, "index.html"); !strings.Contains(page, "2 of 2 games lost by its own doing: 2 without an answer") {
		t.Errorf("the index does not tell how games were lost:\n%s", page)
	}
	interruptAndResume(t, folder, read(t, out, GradebookFile))
	refused(t, folder, out)
}

func interruptAndResume(t *testing.T, folder, want string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	ctx, stop := context.WithCancel(t.Context())
	o := options(t, folder, out)
	o.Watch = &follower{after: 2, stop: stop}
	if _, err := Grade(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	if got := read(t, out, GradebookFile); !strings.Contains(got, ",incomplete,") || got == want {
		t.Errorf("an interrupted gradebook:\n%s", got)
	}
	path := filepath.Join(out, journalFile)
	kept := read(t, path)
	void := strings.Replace(kept[:strings.Index(kept, "\n")+1], `"reason":"no-output"`, `"reason":"void"`, 1)
	void = strings.Replace(void, `"winner":"random"`, `"winner":"none"`, 1)
	if !strings.Contains(void, "void") {
		t.Fatalf("the first game: %s", kept)
	}
	lines := strings.Count(kept, "\n")
	if err := os.WriteFile(path, []byte(kept+void+kept[:40]), 0o644); err != nil {
		t.Fatal(err)
	}
	o = options(t, folder, out)
	watch := &follower{}
	o.Resume, o.Watch = true, watch
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if watch.total != 6 || watch.left != 6-lines+1 { // the void one once more
		t.Errorf("%d of %d games were missing, of which %d had been kept", watch.left, watch.total, lines)
	}
	if got := read(t, out, GradebookFile); got != want {
		t.Errorf("resumed:\n%swant:\n%s", got, want)
	}
}

// Results of a grading are continued on demand, with the same settings.
func refused(t *testing.T, folder, out string) {
	t.Helper()
	before := read(t, out, journalFile)
	for want, change := range map[error]func(*Options){
		ErrThere:  func(*Options) {},
		ErrOther:  func(o *Options) { o.Resume, o.Seed = true, 2 },
		ErrInside: func(o *Options) { o.Out = filepath.Join(folder, "a", "b") },
		ErrNobody: func(o *Options) { o.Folder = filepath.Join(folder, "empty") },
	} {
		o := options(t, folder, out)
		change(&o)
		if _, err := Grade(t.Context(), o); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if !bytes.Equal([]byte(before), []byte(read(t, out, journalFile))) {
		t.Error("the games have changed")
	}
}

// A loss by the program's own doing is told with the rule it breaks.
func TestTold(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Options: Options{Grading: rubric.Grading{Game: g}}}
	line := arena.Line{Game: 2, Opening: "start", First: "she", Second: "random", Moves: []string{"0,1", "4,4", "1,0", "4,3"}, Winner: "random"}
	for _, l := range []struct{ reason, detail, want string }{
		{arena.Illegal, "4,4 in x", "illegal move at ply 5 of game 3: 4,4: the point is taken: see the board"},
		{arena.Crash, "exit status 3", "the program was ended at ply 5 of game 3: exit status 3"},
		{arena.Time, "over 54 s", "out of time at ply 5 of game 3: over 54 s"},
		{arena.NoOutput, "no output.txt", "no answer at ply 5 of game 3: no output.txt"},
		{arena.Malformed, "output.txt:\nfound \"x\"", `output.txt holds no move at ply 5 of game 3: output.txt: found "x"`},
	} {
		line.Reason, line.Detail = l.reason, l.detail
		if got := c.told(&line, 0); got.Text != l.want || !got.Own || got.Opponent != "random" {
			t.Errorf("%+v, want %q", got, l.want)
		}
	}
	suicide := arena.Line{Opening: "start", First: "random", Second: "she", Reason: arena.Illegal, Detail: "0,0 in x", Moves: []string{"0,1", "4,4", "1,0"}, Winner: "random"}
	if got := c.told(&suicide, 1); !strings.HasSuffix(got.Text, "the stone would have no liberty: see the board") || got.Board == "" {
		t.Errorf("%+v", got)
	}
}

// A program that hangs is not waited for in every game: it has lost them.
func TestSilentProgramsAreNotAskedAgain(t *testing.T) {
	folder, out := fill(t, map[string]string{
		"hangs/my_player3.py":  "while True: pass",
		"thinks/my_player3.py": "import sys\nif open('input.txt').read().count('0') > 45: open('output.txt', 'w').write('PASS')\nelse:\n while True: pass",
	}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Games, o.Rubric.Move = 6, 300*time.Millisecond
	want := "name,status,points,max,low,high,random\nhangs,rehearsal,0,25,0,0.01,0\nthinks,rehearsal,0,25,0,0.01,0\n"
	for range 2 {
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if got := read(t, out, GradebookFile); got != want {
			t.Errorf("%swant\n%s", got, want)
		}
		o.Resume = true
	}
	if games := strings.Count(read(t, out, journalFile), "\n"); games != 2+6 {
		t.Errorf("%d games were played, want 2 of the one that hangs, and 6 of the other", games)
	}
	for page, want := range map[string]bool{"001.html": true, "002.html": false} {
		if strings.Contains(read(t, out, pageFolder, page), quiet(4)) != want {
			t.Errorf("%s:\n%s", page, read(t, out, pageFolder, page))
		}
	}
}

// The copy is what is graded. A submission that changes before it is copied is not the
// one that was looked at; one that changes later is the one that was copied.
func TestChangesWhileGrading(t *testing.T) {
	for when, want := range map[string]Status{"examining": Unreadable, "games": Graded} {
		folder, out := fill(t, map[string]string{"a/my_player3.py": "raise SystemExit(3)", "b.py": "raise SystemExit(3)"}), filepath.Join(t.TempDir(), "results")
		examined(t, folder, out)
		o := options(t, folder, out)
		watch := &follower{}
		watch.begin = func() {
			if watch.games != (when == "games") {
				return
			}
			for _, name := range []string{"a/my_player3.py", "b.py"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte("raise SystemExit(4)"), 0o644); err != nil {
					t.Error(err)
				}
			}
		}
		o.Watch = watch
		c, err := Grade(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Submissions {
			if s.Status != want {
				t.Errorf("changed before %s: %s is %s (%s), want %s", when, s.Name, s.Status, s.Problem, want)
			}
		}
		if strings.Contains(read(t, out, journalFile), "exit status 4") {
			t.Errorf("changed before %s: other files were graded than those of the hash", when)
		}
	}
}

// The expected time counts a usual game, within its limits, and little for what fails at
// once.
func TestExpectedTime(t *testing.T) {
	g, err := agent.FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Options: Options{Grading: rubric.Grading{Game: g}, Jobs: 2}}
	game, brief, single := &arena.Job{}, &arena.Job{Limits: arena.Limits{Game: 5 * time.Second}}, &arena.Job{PlyCap: 1}
	slow := &Submission{Exam: &doctor.Report{PlyCPU: .99, Verdict: doctor.Accept}}
	dies := &Submission{Exam: &doctor.Report{PlyCPU: .99, Verdict: doctor.Reject}}
	course, err := doctor.FindCourse("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		who  *Submission
		job  *arena.Job
		time time.Duration
	}{{slow, game, time.Duration(course.Moves) * time.Second}, {slow, brief, 5 * time.Second}, {slow, single, time.Second}, {dies, game, time.Second}} {
		if got := c.expected([]turn{{want.who, want.job}, {want.who, want.job}}); got != want.time {
			t.Errorf("%+v: %v, want %v", want.job, got, want.time)
		}
	}
}
