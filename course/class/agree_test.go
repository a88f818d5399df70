//go:build unix

package class

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/course"
	"evolab/course/doctor"
	"evolab/internal/tooltest"
)

// An examination says of a program what a grading says: of folders with the state of old
// games, of programs that keep some, fail, or write their answer elsewhere. With -long, of
// the class with students' mistakes, too.
func TestExaminationsAgree(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	archive, err := txtar.ParseFile("../doctor/testdata/agents.txtar")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"old-state", "old-playdata", "in-capitals", "swallows"}
	if wholeTest() {
		names = append(names, "old-games", "newline", "in-init", "backslash", "remembers", "stale", "lacks", "syntax", "steers", "lower-case", "wrong-name")
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		if who, _, _ := strings.Cut(f.Name, "/"); slices.Contains(names, who) {
			files[f.Name] = string(f.Data)
		}
	}
	if wholeTest() {
		tooltest.Need(t, "g++", "javac", "java")
		_, sources := testSources(t, littlegoClass())
		for name, text := range sources {
			// Few games find what only some positions show, or refine what there is to say; and of
			// walrus an examination says that the course's Python refuses it.
			if who, _, below := strings.Cut(name, "/"); below && !slices.Contains([]string{"suicide", "ko", "slow-start", "python-2", "walrus"}, who) {
				files[name] = text
			}
		}
	}
	folder, out := fill(t, files), filepath.Join(t.TempDir(), "results")
	o := options(t, folder, out)
	o.Grading.Rubric.Move = time.Second
	examineAll(t, &o)
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Marks {
		if m.Exam == nil {
			continue // no program that could be examined
		}
		if graded, _, _ := strings.Cut(string(m.Cause.Verdict), "-as-"); string(m.Exam.Code) != graded {
			t.Errorf("%s: examined %s, graded %s (%s)\n%+v", m.Name, m.Exam.Code, m.Cause.Verdict, m.Cause.Text, m.Exam.Checks)
		}
	}
}

// examineAll makes results with the examinations of all programs, in a few positions and
// a game.
func examineAll(t *testing.T, o *Options) {
	t.Helper()
	assignment, err := course.Find(o.Grading.Game.Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Exam.Plies, assignment.Exam.Games = assignment.Exam.Plies[:4], assignment.Exam.Games[2:3]
	year := o.Grading.Rubric.Year
	list := taken(t, o.Folder)
	examinedAll(t, list, o.Out)
	for _, s := range list {
		if doctor.Recognise(s.Dir, &year) != nil {
			continue
		}
		r, err := doctor.Examine(t.Context(), s.Dir, doctor.Options{Course: assignment, Year: year, Budget: time.Hour})
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		text, err := json.Marshal(examination{Report: r, PlyTimes: r.PlyTimes})
		if err == nil {
			err = os.WriteFile(filepath.Join(o.Out, examName(s)), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
