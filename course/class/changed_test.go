//go:build unix

package class

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/internal/tooltest"
)

// remarks keeps what is noted.
type remarks struct {
	follower
	list []string
}

func (r *remarks) Note(text string) { r.list = append(r.list, text) }

// Whose files are others than at the last grading is graded anew, which the output, the
// index, the page and the students' table say, also after further gradings; so is whose row
// goes. The page is headed by the persons of the roster.
func TestChangedFilesAreSaid(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{
		"ann_17/my_player3.py": "def f(:",
		"bob/my_player3.py":    "def f(:",
		"eve/my_player3.py":    "def f(:",
	})
	roster := filepath.Join(t.TempDir(), "roster.csv")
	if err := os.WriteFile(roster, []byte("id,name\nann_17,Ann <i> Onymous\nbob,bob\neve,Eve\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "results")
	grade := func(resume bool) []string {
		t.Helper()
		o := options(t, folder, out)
		var err error
		if o.Roster, err = intake.ReadRoster(roster); err != nil {
			t.Fatal(err)
		}
		said := &remarks{}
		o.Resume, o.Progress = resume, said
		if _, err := Grade(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if r, err := Examine(t.Context(), out, nil); err != nil || len(r.Changes) > 0 {
			t.Errorf("%v %v", r, err)
		}
		return said.list
	}
	if said := grade(false); len(said) > 0 {
		t.Errorf("at first: %q", said)
	}
	if said := grade(true); len(said) > 0 {
		t.Errorf("nothing has changed: %q", said)
	}
	hash := gradebookRows(t, out)["ann_17"]["sha256"]
	ago := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(out, GradebookFile), ago, ago); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "ann_17", "my_player3.py"), []byte("def g(:"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "eve")); err != nil {
		t.Fatal(err)
	}
	said := grade(true)
	want := "its files have changed since 2026-03-04 05:06 UTC, when their SHA-256 began with " + hash[:12] + ": graded anew on 20"
	if len(said) != 2 || !strings.HasPrefix(said[1], "ann_17: "+want) || said[0] != "warning: eve is no longer among the submissions, and loses its row of gradebook.csv" {
		t.Errorf("%q", said)
	}
	if said := grade(true); slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, "changed") }) {
		t.Errorf("said again: %q", said)
	}
	for _, file := range []string{filepath.Join(out, IndexFile), filepath.Join(out, StudentsFile), pagePath(out, "ann_17")} {
		if text := read(t, file); strings.Count(text, want) != 1 {
			t.Errorf("%s: not once %q:\n%s", file, want, text)
		}
	}
	if page := read(t, pagePath(out, "ann_17")); !strings.Contains(page, "<h1>Ann &lt;i&gt; Onymous <small>ann_17</small></h1>") {
		t.Errorf("the page is not headed by the person:\n%s", page)
	}
	if page := read(t, pagePath(out, "bob")); !strings.Contains(page, "<h1>bob</h1>") {
		t.Errorf("the page has a name twice:\n%s", page)
	}
}

// Limits that are lower than the rubric's are shown with the rubric's.
func TestLimitsOnPages(t *testing.T) {
	for _, c := range []struct {
		rubric      string
		move, whole time.Duration
		want        string
	}{
		{"usc-2023-submit", 0, 0, "54 s of CPU for a move; "},
		{"usc-2023-submit", time.Second, 0, "1 s of CPU for a move (the rubric's: 54 s); "},
		{"checkers-2021", 0, 0, "300 s of CPU for a game, 30 s for a single move"},
		{"checkers-2021", 2 * time.Second, 60 * time.Second, "60 s of CPU for a game (the rubric's: 300 s), 2 s for a single move (the rubric's: 30 s)"},
	} {
		r, err := rubric.Find(c.rubric)
		if err == nil {
			r, err = r.Lower(c.move, c.whole)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Class{Options: Options{Grading: rubric.Grading{Rubric: r, Scale: 1}}}).limits(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.rubric, got, c.want)
		}
	}
}
