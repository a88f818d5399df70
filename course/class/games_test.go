//go:build unix

package class

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/course/rubric"
	"evolab/internal/tooltest"
)

// A program that hangs is not waited for in every game: it has lost them.
func TestSilentProgramsAreNotAskedAgain(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"hangs/my_player3.py":  "while True: pass",
		"thinks/my_player3.py": "import sys\nif open('input.txt').read().count('0') > 45: open('output.txt', 'w').write('PASS')\nelse:\n while True: pass",
	}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Grading.Games, o.Grading.Rubric.Move = 6, 300*time.Millisecond
	want := "name,status,points,max,low,high,random,reason\nhangs,rehearsal,0,25,0,0,0,time-limit\nthinks,rehearsal,0,25,0,0.01,0,time-limit-as-white\n"
	for range 2 {
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if got := gradebook(t, out); got != want {
			t.Errorf("%swant\n%s", got, want)
		}
		o.Resume = true
	}
	if games := strings.Count(read(t, out, JournalFile), "\n"); games != 2+6 {
		t.Errorf("%d games were played, want 2 of the one that hangs, and 6 of the other", games)
	}
	for name, want := range map[string]bool{"hangs": true, "thinks": false} {
		if page := read(t, pagePath(out, name)); strings.Contains(page, forfeitNote(4)) != want {
			t.Errorf("%s:\n%s", name, page)
		}
	}
}

// The copy is what is graded, whatever becomes of a submission.
func TestChangesWhileGrading(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	for _, when := range []string{"examining", "games"} {
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
		o.Progress = watch
		c, err := Grade(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Submissions {
			if s.Verdict != course.Correct {
				t.Errorf("changed before %s: %s is %s (%s)", when, s.Name, s.Verdict, s.Problem)
			}
		}
		if strings.Contains(read(t, out, JournalFile), "exit status 4") {
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
	c := &Class{Options: Options{Grading: rubric.Grading{Game: g}, Workers: 2}}
	game, brief, single := &arena.Job{}, &arena.Job{Limits: arena.Limits{Game: 5 * time.Second}}, &arena.Job{PlyCap: 1}
	slow := &Submission{Exam: &doctor.Report{PlyTimes: doctor.PlyTimes{PlyCPU: .99}, Verdict: doctor.Accept}}
	dies := &Submission{Exam: &doctor.Report{PlyTimes: doctor.PlyTimes{PlyCPU: .99}, Verdict: doctor.Reject}}
	assignment, err := course.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		who  *Submission
		job  *arena.Job
		time time.Duration
	}{{slow, game, time.Duration(assignment.Exam.Moves) * time.Second}, {slow, brief, 5 * time.Second}, {slow, single, time.Second}, {dies, game, time.Second}} {
		if got := c.expectedTotal([]scheduledGame{{want.who, want.job}, {want.who, want.job}}); got != want.time {
			t.Errorf("%+v: %v, want %v", want.job, got, want.time)
		}
		crowd := *c
		crowd.Capacity = func() int { return 8 } // with those of workers
		if got := crowd.expectedTotal([]scheduledGame{{want.who, want.job}, {want.who, want.job}}); got != want.time/4 {
			t.Errorf("%+v on eight cores: %v, want %v", want.job, got, want.time/4)
		}
	}
}
