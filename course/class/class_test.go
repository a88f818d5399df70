//go:build unix

package class

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/config"
	"evolab/internal/progress"
	"evolab/internal/provenance"
	"evolab/internal/tooltest"
)

func TestMain(m *testing.M) {
	host.Supervise()
	if text := os.Getenv(orderName); text != "" {
		if err := obey(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	tooltest.StraightenPython()
	os.Exit(m.Run())
}

// follower follows the parts of the work.
type follower struct {
	progress.None
	begin       func() // nil: nothing happens
	games       bool
	left, total int
}

func (f *follower) Begin(what string, _ int, _ string) {
	if f.games = what == "games"; f.begin != nil {
		f.begin()
	}
}

// stopping plays one game at a time, and calls stop after a number of them.
type stopping struct {
	cores arena.Cores
	after int32
	stop  func()
}

func (s stopping) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	var games atomic.Int32
	done := r.Done
	r.Done = func(rec arena.Record) {
		if done(rec); games.Add(1) == s.after {
			s.stop()
		}
	}
	return s.cores.Run(ctx, r, jobs)
}

// options are those of a class that plays two games against random, one at a time.
func options(t *testing.T, folder, out string) Options {
	t.Helper()
	r := smallRubric(t)
	g, err := agent.FindGame(r.Game)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Folder: folder, Out: out, Grading: rubric.Grading{Rubric: r, Game: g, Seed: 1, Scale: 1, Games: 2},
		Workers: 1, Programs: agent.Unannounced(), Pool: arena.Cores{Workers: 1}, Progress: &follower{},
	}
}

// smallRubric is the rehearsal of a course's own file: that of 2023, with one opponent.
func smallRubric(t *testing.T) rubric.Rubric {
	t.Helper()
	full, err := rubric.Find("usc-2023-submit")
	if err != nil {
		t.Fatal(err)
	}
	small := full.Year
	stage := small.Rehearsal[0]
	stage.Opponents = stage.Opponents[:1]
	small.Rehearsal = []course.Stage{stage}
	text, err := config.YAML(&small)
	if err != nil {
		t.Fatal(err)
	}
	y, err := course.Parse("small.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rubric.Of(y, full.Name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// class makes a folder of submissions.
func class(t *testing.T) string {
	t.Helper()
	return fill(t, map[string]string{
		"=1+1,\"x\" <script>alert(1)/my_player3.py": "import sys; sys.exit(3)",
		"two\nlines.py":        "open('output.txt', 'w').write('9,9')",
		"wrong/agent.py":       "open('output.txt', 'w').write('0,0')",
		"broken/my_player3.py": "def f(:  # <b>",
		"empty/":               "",
		"zipped/a.zip":         "PK",
	})
}

// examined makes results with an examination of each submission: none is made again.
func examined(t *testing.T, folder, out string) {
	t.Helper()
	examinedAll(t, taken(t, folder), out)
}

// examinedAll is examined of these submissions.
func examinedAll(t *testing.T, list []*Submission, out string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(out, examFolder), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if err := os.WriteFile(filepath.Join(out, examName(s)), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// taken are the submissions of a folder.
func taken(t *testing.T, folder string) []*Submission {
	t.Helper()
	c := &Class{Options: options(t, folder, "")}
	c.AsIs = true
	if err := c.take(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return c.Submissions
}

// pagePath is the path of a submission's page.
func pagePath(out, name string) string {
	var open addresses
	return filepath.Join(out, pageFolder, open.of(name)+".html")
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// classOf is a class without files, whose submissions of these names all play greedily.
func classOf(t *testing.T, o Options, names ...string) *Class {
	t.Helper()
	c, err := New(t.Context(), o.Grading)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for _, name := range names {
		a, err := o.Grading.Game.Agent(agent.Spec{Name: "greedy"}, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		c.Enter(name, a)
	}
	return c
}

// One agent is a class of one: all its games are played, and nothing is written.
func TestOneAgent(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	o := options(t, "", out)
	c := classOf(t, o, "greedy")
	marks, err := c.Play(t.Context(), o.Pool, progress.None{})
	if err != nil || len(marks) != 1 || len(marks[0].Records) != c.Scheduled() || c.Scheduled() != 2 {
		t.Fatalf("%+v, %v", marks, err)
	}
	if points, most, _ := marks[0].Report.Total(); points != most || points == 0 {
		t.Errorf("%v of %v points", points, most)
	}
	if written, err := os.ReadDir(out); err != nil || len(written) > 0 {
		t.Errorf("%v, %v", written, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	c.journal = newJournal()
	if marks, err := c.Play(stopped, o.Pool, progress.None{}); !errors.Is(err, context.Canceled) || len(marks) != 1 || len(marks[0].Records) > 0 {
		t.Errorf("%+v, %v", marks, err)
	}
}

// Each submission has a row and a page, and what it is called or contains harms
// neither another one's nor the table. After an interruption in the middle of a line
// only the missing games are played, and the table is the same, byte for byte.
func TestGrade(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := class(t), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	whole, err := Grade(t.Context(), options(t, folder, out))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := gradebook(t, out), `name,status,points,max,low,high,random,reason
"'=1+1,""x"" <script>alert(1)",rehearsal,0,25,0,0,0,no-output
broken,ungraded,0,25,0,0,,syntax-error
empty,ungraded,0,25,0,0,,no-program
two\u000alines.py,rehearsal,0,25,0,0,0,illegal-move
wrong,rehearsal,0,25,0,12.75,0,wrong-name
zipped,ungraded,0,25,0,0,,refused
`; got != want {
		t.Errorf("gradebook:\n%swant:\n%s", got, want)
	}
	pages, err := filepath.Glob(filepath.Join(out, pageFolder, "*"))
	if err != nil || len(pages) != len(whole.Submissions) {
		t.Errorf("%v, %v", pages, err)
	}
	for _, page := range append(pages, filepath.Join(out, "index.html")) {
		if text := read(t, page); strings.Contains(ownScript(text), "<script") || !strings.Contains(text, "A rehearsal: 2 games") {
			t.Errorf("%s:\n%s", page, text)
		}
	}
	for _, text := range []string{pageCSS, indexJS} {
		sum := sha256.Sum256([]byte(text))
		if page := html.UnescapeString(read(t, out, "index.html")); !strings.Contains(page, ">"+text+"</") || !strings.Contains(page, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy does not let the page use:\n%s", text)
		}
	}
	if page := read(t, pagePath(out, "=1+1,\"x\" <script>alert(1)")); !strings.Contains(page, "no answer at ply 1 of game 1: it ends with exit status 3, without writing output.txt") {
		t.Errorf("the loss is not told:\n%s", page)
	}
	if page := read(t, pagePath(out, "broken")); !strings.Contains(page, "<pre>1 | def f(:  # &lt;b&gt;\n  |       ^</pre>") {
		t.Errorf("the page does not show the line:\n%s", page)
	}
	standing, err := Read(out)
	if err != nil || !standing.Ended || standing.Games != 6 || len(standing.Rows) != 3 || standing.Rows[2].Name != "wrong" || standing.Rows[2].Games != 2 {
		t.Errorf("read while it is graded: %+v %v", standing, err)
	}
	if page := read(t, out, "index.html"); !strings.Contains(page, `<td>no-output<td class="n">0<td class="n">25<td>it ends with exit status 3, without writing output.txt, at its move 1 (ply 1) of game 1 against random; in 2 of 2 games`) ||
		!strings.Contains(page, `<tr><th scope="row">no-program<td class="n">1<td>what was handed in holds no program that the course takes`) {
		t.Errorf("the index does not tell the verdicts:\n%s", page)
	}
	interruptAndResume(t, folder, read(t, out, GradebookFile))
	refused(t, folder, out)
}

// gradebook is the table without what tells the builds of the program and the
// submissions apart, the last two columns.
func gradebook(t *testing.T, out string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(t, out, GradebookFile))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	for i, row := range rows {
		n := len(row) - 4 // version, sha256, what was lost to time, and games that were not played
		if i > 0 && (row[n] != provenance.Program() || row[n+1] != "" && len(row[n+1]) != 64) {
			t.Errorf("version %q, sha256 %q", row[n], row[n+1])
		}
		_ = w.Write(row[:n])
	}
	w.Flush()
	return b.String()
}

// ownScript is a page without the index's own script.
func ownScript(page string) string {
	return strings.Replace(page, "<script>"+indexJS+"</script>", "", 1)
}

func interruptAndResume(t *testing.T, folder, want string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	ctx, stop := context.WithCancel(t.Context())
	o := options(t, folder, out)
	o.Pool = stopping{arena.Cores{Workers: 1}, 2, stop}
	if _, err := Grade(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	if got := read(t, out, GradebookFile); !strings.Contains(got, ",incomplete,") || got == want {
		t.Errorf("an interrupted gradebook:\n%s", got)
	}
	path := filepath.Join(out, JournalFile)
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
	o.Resume, o.Progress = true, watch
	o.Expect = func(left, all int, _ time.Duration) { watch.left, watch.total = left, all }
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if watch.total != 6 || watch.left > 6-lines+1 {
		t.Errorf("%d of %d games were missing, of which %d had been kept", watch.left, watch.total, lines)
	}
	if games := strings.Count(read(t, path), "\n"); games != 6+2 { // the void one, and once more
		t.Errorf("%d games in the journal, of which %d had been kept", games, lines)
	}
	if got := read(t, out, GradebookFile); got != want {
		t.Errorf("resumed:\n%swant:\n%s", got, want)
	}
}

// Results of a grading are continued on demand, with the same settings.
func refused(t *testing.T, folder, out string) {
	t.Helper()
	before := read(t, out, JournalFile)
	for want, change := range map[error]func(*Options){
		ErrThere:  func(*Options) {},
		ErrOther:  func(o *Options) { o.Resume, o.Grading.Seed = true, 2 },
		ErrInside: func(o *Options) { o.Out = filepath.Join(folder, "a", "b") },
		ErrNobody: func(o *Options) { o.Folder = filepath.Join(folder, "empty") },
	} {
		o := options(t, folder, out)
		change(&o)
		_, err := Grade(t.Context(), o)
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		if want == ErrOther && !strings.Contains(err.Error(), ": --seed 1, not 2") {
			t.Errorf("%v: which settings?", err)
		}
	}
	if !bytes.Equal([]byte(before), []byte(read(t, out, JournalFile))) {
		t.Error("the games have changed")
	}
}

func TestSettingsThatDiffer(t *testing.T) {
	there, here := settings{Rubric: "usc-2023", Games: 2, Move: "4s", Game: "0s"}, settings{Rubric: "usc-2023", Games: 0, Move: "1m30.5s", Game: "0s"}
	if got, want := there.differences(&here), "--games 2, not 0; --move-time 4, not 90.5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Ids are often numbers.
func TestOverridesByNumber(t *testing.T) {
	o, err := parseOverrides("x", []byte("overrides:\n- {student: 0123, points: 5, reason: late}\n- {student: 1e5, points: 1, reason: late}\n"))
	if err != nil || o.List[0].Student != "0123" || o.List[1].Student != "1e5" {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := parseOverrides("x", []byte("overrides:\n- {student: [1], points: 5, reason: late}\n")); err == nil {
		t.Error("a list is a student")
	}
}

// Names are those of the year, and so are their languages: Python 2 plays under its name
// where there is one. Elsewhere nobody loses points by it.
func TestPython2OfTheYear(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	out := filepath.Join(t.TempDir(), "results")
	o := options(t, fill(t, map[string]string{
		"old/my_player.py":    "print 'hello'\nopen('output.txt', 'w').write('PASS')",
		"new/my_player.py":    "print(*['hello'], sep='')\nopen('output.txt', 'w').write('PASS')",
		"none/my_player.py":   "def f(:",
		"wrong/my_player3.py": "print 'hello'",
	}), out)
	p, err := compile.Find(filepath.Join(o.Folder, "old"), o.Grading.Rubric.Files())
	if err != nil {
		t.Fatal(err)
	}
	python2, err := p.Tools.FindPython(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]course.Cause{
		"old":   {Verdict: course.Correct},
		"new":   {Verdict: course.WrongName, Text: "my_player.py is the name of a program in Python 2, and this one is in Python 3, whose name is my_player3.py (Python 2"},
		"none":  {Verdict: course.SyntaxError, Text: "Python 2"},
		"wrong": {Verdict: course.SyntaxError, Text: "Python 2 reads it, whose programs are called my_player.py"},
	}
	if python2.Path == "" {
		no := course.Cause{Verdict: course.NoTool, Text: "this machine has no Python 2"}
		want["old"], want["new"], want["none"] = no, no, no
		want["wrong"] = course.Cause{Verdict: course.SyntaxError}
	}
	for _, resume := range []bool{false, true} {
		o.Resume = resume
		c, err := Grade(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range c.Marks {
			if w := want[m.Name]; m.Cause.Verdict != w.Verdict || !strings.Contains(m.Cause.Text, w.Text) {
				t.Errorf("%s (resume %t): %s: %s, want %s: %s", m.Name, resume, m.Cause.Verdict, m.Cause.Text, w.Verdict, w.Text)
			}
		}
	}
}
