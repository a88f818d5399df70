package course_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/course"
)

// Every course is of a game that there is, and complete.
func TestCoursesAreComplete(t *testing.T) {
	rubrics := map[string]bool{}
	for _, c := range course.All() {
		if _, err := agent.FindGame(c.Game); err != nil {
			t.Error(err)
		}
		if found, err := course.Find(c.Game); err != nil || found.Game != c.Game || len(c.Files.Sources) == 0 || len(c.Years) == 0 {
			t.Errorf("%s: %+v", c.Game, c)
		}
		if _, err := regexp.Compile(c.SourceWords); err != nil || c.SourceWords == "" {
			t.Errorf("%s: %q, %v", c.Game, c.SourceWords, err)
		}
		for _, y := range c.Years {
			if rubrics[y.Rubric] || y.Term == "" || len(y.Grading) == 0 || y.Plan > y.Move || (y.Whole == 0) != (y.Rehearsal != nil) {
				t.Errorf("%s: %+v", c.Game, y)
			}
			rubrics[y.Rubric] = true
		}
	}
	if _, err := course.Find("chess"); err == nil {
		t.Error("there is a course of chess")
	}
}

// The accepted names are written in the parts of the game alone, so that no change
// can miss them.
func TestNamesStandInTheGamesParts(t *testing.T) {
	parts := map[string]bool{}
	for _, c := range course.All() {
		parts[filepath.Join("..", "agent", c.Game+".go")] = true
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || parts[path] {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, c := range course.All() {
			for _, name := range c.Files.Sources {
				if strings.Contains(string(text), `"`+name+`"`) {
					t.Errorf("%s names %s", path, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
