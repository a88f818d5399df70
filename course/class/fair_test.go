//go:build unix

package class

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/arena"
	"evolab/course"
	"evolab/internal/killtest"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
	"evolab/stats"
)

var students = flag.Int("students", 40, "the size of the class of TestHostileTenth; above 100 one of each kind is examined for all, and single moves are played")

// hostileKinds are submissions of the class in testdata that take long or fail, and one
// that floods its output.
var hostileKinds = []string{"loop", "loop-8", "sleeps", "sleeps-4", "stone-10", "segfault", "chatter", "child", "disk", "white-loop"}

// crowdOrder is what a process of TestHostileTenth is to grade.
type crowdOrder struct {
	Folder, Out string
	Single      bool // single moves, not games
}

// crowdVariable is the variable of the environment with a process's order.
const crowdVariable = "EVOLAB_TEST_CROWD"

// A class, a tenth of which loops, sleeps, crashes, floods or leaves processes, with two
// kills: the gradebook is that of an undisturbed grading, and the others' games are done
// within 1.2 times the time that they take by themselves. Times are those of the records:
// the CPU time and the waiting of both sides, so that a busy machine changes little.
func TestHostileTenth(t *testing.T) {
	if text := os.Getenv(crowdVariable); text != "" {
		gradeCrowd(t, text)
		return
	}
	if !longtest.Enabled() {
		t.Skip("minutes; run with -long")
	}
	tooltest.Need(t, "python3", "g++")
	folder := t.TempDir()
	hostile := crowd(t, folder, *students)
	large := *students > 100
	var exams map[string]examination
	if large {
		exams = examinedKinds(t)
	}
	order := func(name string) crowdOrder {
		o := crowdOrder{folder, filepath.Join(t.TempDir(), name), large}
		if large {
			examinedAs(t, o, hostile, exams)
		}
		return o
	}
	whole, killed := order("whole"), order("killed")
	began := time.Now()
	whole.grade(t)
	t.Logf("%d submissions, %d hostile: graded in %v", *students, len(hostile), time.Since(began).Round(time.Second))
	all := len(journalLines(t, whole.Out))
	for _, share := range []int{3, 2} { // of the games
		at := all / share
		ready := func() bool {
			text, _ := os.ReadFile(filepath.Join(killed.Out, JournalFile))
			return strings.Count(string(text), "\n") >= at
		}
		if !killtest.Kill(t, killed.process(t), ready, 0) {
			t.Fatal("it ended before it could be killed")
		}
	}
	killed.grade(t)
	if a, b := read(t, whole.Out, GradebookFile), read(t, killed.Out, GradebookFile); a != b {
		t.Errorf("undisturbed:\n%s\nkilled twice:\n%s", a, b)
	}
	rows := gradebookRows(t, whole.Out)
	if len(rows) != *students {
		t.Errorf("%d rows, want %d", len(rows), *students)
	}
	for name, row := range rows {
		if hostile[name] == "" && (row["reason"] != "ok" || row["points"] != "25") {
			t.Errorf("%s: %v", name, row)
		}
	}
	for _, o := range []crowdOrder{whole, killed} {
		own, passed := othersTimes(t, o.Out, hostile)
		ratio := passed.Seconds() / own.Seconds()
		t.Logf("%s: the others' games took %v, and were done after %v of all: %.3f times", filepath.Base(o.Out), own.Round(time.Second), passed.Round(time.Second), ratio)
		if ratio > 1.2 {
			t.Errorf("%s: %.3f times", filepath.Base(o.Out), ratio)
		}
	}
}

// crowd fills a folder with copies of a good program, each with a comment of its own, and
// a tenth of hostile ones. It returns the kinds of these, by their names.
func crowd(t *testing.T, folder string, n int) (hostile map[string]string) {
	t.Helper()
	_, sources := testSources(t, littlegoClass())
	hostile = map[string]string{}
	for i := range n {
		name, kind := fmt.Sprintf("student %03d", i), "good"
		if i%10 == 5 {
			kind = hostileKinds[i/10%len(hostileKinds)]
			hostile[name] = kind
		}
		file, comment := "my_player3.py", "#"
		if kind == "segfault" {
			file, comment = "my_player11.cpp", "//"
		}
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%s\n%s %s\n", sources[kind+"/"+file], comment, name)
		if err := os.WriteFile(filepath.Join(folder, name, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return hostile
}

// examinedKinds examines a submission of each kind.
func examinedKinds(t *testing.T) map[string]examination {
	t.Helper()
	_, sources := testSources(t, littlegoClass())
	files := map[string]string{}
	for name, text := range sources {
		if kind, _, _ := strings.Cut(name, "/"); kind == "good" || slices.Contains(hostileKinds, kind) {
			files[name] = text
		}
	}
	folder, out := fill(t, files), filepath.Join(t.TempDir(), "kinds")
	o := options(t, folder, out)
	o.Grading.Rubric.Move = time.Second
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	exams := map[string]examination{}
	for _, s := range c.Submissions {
		exams[s.Name] = examination{Report: *s.Exam, PlyTimes: s.Exam.PlyTimes}
	}
	return exams
}

// examinedAs makes results with the examinations of the kinds that the submissions are of.
func examinedAs(t *testing.T, o crowdOrder, hostile map[string]string, exams map[string]examination) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(o.Out, examFolder), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, s := range taken(t, o.Folder) {
		e := exams[cmp.Or(hostile[s.Name], "good")]
		e.Program = s.Name
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(o.Out, examName(s)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// process is one that grades.
func (o crowdOrder) process(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return killtest.Self(t, crowdVariable+"="+string(text))
}

// grade grades to the end.
func (o crowdOrder) grade(t *testing.T) {
	t.Helper()
	if out, err := o.process(t).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// gradeCrowd carries out an order, two games against random or four single moves, with a
// second for a move.
func gradeCrowd(t *testing.T, text string) {
	var o crowdOrder
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	options := options(t, o.Folder, o.Out)
	r, err := options.Grading.Rubric.Lower(time.Second, 0)
	if err != nil {
		t.Fatal(err)
	}
	if options.Grading.Rubric, options.Resume = r, true; o.Single {
		options.Grading.Rubric.Stages[0].Opponents[0] = course.Opponent{Name: "random", Agent: "random", Games: 4, Plies: 12, Scale: stats.Scale{{PerRate: 25}}}
		options.Grading.Games = 0
	}
	options.Workers, options.Pool = 2, arena.Cores{Workers: 2}
	if _, err := Grade(context.Background(), options); err != nil {
		t.Fatal(err)
	}
}

// journalLines are the games of a results folder, in the order in which they ended.
func journalLines(t *testing.T, out string) []arena.Line {
	t.Helper()
	lines, err := arena.ReadJournal(filepath.Join(out, JournalFile))
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// othersTimes are how long the games of those took that are not hostile, and all games up
// to the last of them.
func othersTimes(t *testing.T, out string, hostile map[string]string) (own, passed time.Duration) {
	t.Helper()
	all := time.Duration(0)
	for _, l := range journalLines(t, out) {
		took := timeOf(&l)
		all += took
		name, _, _ := strings.Cut(l.First, keyMark)
		if other, _, ok := strings.Cut(l.Second, keyMark); ok {
			name = other
		}
		if hostile[name] == "" {
			own += took
			passed = all
		}
	}
	return own, passed
}
