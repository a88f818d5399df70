//go:build unix

package class

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/course/intake"
	"evolab/internal/tooltest"
)

// rowsOf are the lines of a table with a text.
func rowsOf(t *testing.T, out, table, text string) (list []string) {
	t.Helper()
	for line := range strings.Lines(read(t, out, table)) {
		if strings.Contains(line, text) {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// gradeAgain continues the results of a class.
func gradeAgain(t *testing.T, o Options, change func(*Options)) *Class {
	t.Helper()
	o.Resume = true
	change(&o)
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if list := changesNamed(t, o.Out, nil); len(list) > 0 {
		t.Fatalf("untouched results are said to be changed:\n%s", strings.Join(list, "\n"))
	}
	return c
}

// What may be one student's or two's is played, but nobody has points for it until staff
// decide; others have theirs.
func TestNobodyHasPointsOfANamesake(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"John Smith/my_player3.py": "raise SystemExit(3)", "john smith/my_player3.py": "raise SystemExit(4)", "ada/my_player3.py": "raise SystemExit(5)", "bob/my_player3.py": "def f(:",
	}), filepath.Join(t.TempDir(), "results")
	path := filepath.Join(t.TempDir(), "r.csv")
	if err := os.WriteFile(path, []byte("id,name\n1,John Smith\n2,ada\n3,zed\n4,bob\n5,BOB\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	roster, err := intake.ReadRoster(path)
	if err != nil {
		t.Fatal(err)
	}
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Roster = roster
	want := func(table string, rows ...string) {
		t.Helper()
		text := read(t, out, table)
		for _, row := range rows {
			if !strings.Contains(text, row) {
				t.Errorf("%s:\n%swant %s", table, text, row)
			}
		}
	}
	gradeAgain(t, o, func(*Options) {})
	want(GradebookFile, "\nJohn Smith,rehearsal,,25,,,0,unidentified,", "\njohn smith,rehearsal,,25,,,0,unidentified,", "\nada,rehearsal,0,25,", "\nzed_3,ungraded,0,25,0,0,,missing,")
	want(RosterFile, "\n1,John Smith,,unidentified; unidentified,", "\n2,ada,0,no-output,", "\n3,zed,0,missing,", "\n4,bob,0,syntax-error,", "\n5,BOB,0,missing,")
	want(filepath.Join(pageFolder, "..", IndexFile), "John Smith_1 may have handed in this or what is called &#34;john smith&#34;")

	text := "overrides:\n- {student: John Smith, verdict: crash, reason: it is his}\n- {student: john smith, points: 7, reason: a guest}\n"
	decided, err := parseOverrides("staff.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	half, err := parseOverrides("staff.yaml", []byte(text[:strings.Index(text, "- {student: john")]))
	if err != nil {
		t.Fatal(err)
	}
	gradeAgain(t, o, func(o *Options) { o.Overrides = half })
	want(GradebookFile, "\nJohn Smith,overridden,0,25,", "\njohn smith,rehearsal,,25,,,0,unidentified,")
	want(RosterFile, "\n1,John Smith,0,crash,")
	gradeAgain(t, o, func(o *Options) { o.Overrides = decided })
	want(GradebookFile, "\nJohn Smith,overridden,0,25,", "\njohn smith,overridden,7,25,")
	want(RosterFile, "\n1,John Smith,,crash; no-output,") // which of both counts, staff have not said

	// Rows of others stay, also when the roster says more than before.
	if err := os.WriteFile(path, []byte("login,name\njohn smith,Jo Smith\n1,John Smith\nada,Ada\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if o.Roster, err = intake.ReadRoster(path); err != nil {
		t.Fatal(err)
	}
	none, err := parseOverrides("staff.yaml", []byte("overrides: []\n"))
	if err != nil {
		t.Fatal(err)
	}
	gradeAgain(t, o, func(o *Options) { o.Overrides = none })
	want(GradebookFile, "\nJohn Smith,rehearsal,0,25,", "\njohn smith,rehearsal,0,25,")
	o.Roster = roster
	gradeAgain(t, o, func(o *Options) { o.Only = []string{"ada"} })
	want(GradebookFile, "\nJohn Smith,rehearsal,0,25,", "\njohn smith,rehearsal,0,25,")
	gradeAgain(t, o, func(*Options) {})
	want(GradebookFile, "\nJohn Smith,rehearsal,,25,,,0,unidentified,")
}

// Names that differ in blanks alone are told apart by tables, overrides, --only, --rejudge
// and the examination of results.
func TestNamesThatDifferInBlanks(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"Jo Smith/my_player3.py": "raise SystemExit(3)", "Jo  Smith/my_player3.py": "raise SystemExit(4)", "Jo\u00a0Smith/my_player3.py": "def f(:", " Jo Smith/my_player3.py": "raise SystemExit(5)",
		"=1/my_player3.py": "raise SystemExit(6)", "'=1/my_player3.py": "raise SystemExit(7)",
	}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	gradeAgain(t, o, func(*Options) {})
	names := func(table string) (list []string) {
		for line := range strings.Lines(read(t, out, table)) {
			name, _, _ := strings.Cut(line, ",")
			list = append(list, name)
		}
		return list[1:]
	}
	want := []string{`'=1`, `Jo Smith`, `Jo \u0020Smith`, `Jo\u00a0Smith`, `\u0020Jo Smith`, `\u0027=1`}
	if got := names(GradebookFile); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := names(StudentsFile); !slices.Equal(got, want) {
		t.Errorf("students: %q", got)
	}
	if pages, err := os.ReadDir(filepath.Join(out, pageFolder)); err != nil || len(pages) != len(want) {
		t.Errorf("%d pages, %v", len(pages), err)
	}
	for i, word := range []string{"Jo  Smith", `Jo \u0020Smith`, `Jo\u00a0Smith`, " Jo Smith", "Jo Smith", "'=1", "=1"} {
		decided, err := parseOverrides("staff.yaml", []byte("overrides:\n- {student: "+quotedYAML(word)+", points: 7, reason: it is theirs}\n"))
		if err != nil {
			t.Fatal(err)
		}
		gradeAgain(t, o, func(o *Options) { o.Overrides = decided })
		list := rowsOf(t, out, GradebookFile, ",overridden,7,")
		if name := []string{want[2], want[2], want[3], want[4], want[1], "'=1", "'=1"}[i]; len(list) != 1 || !strings.HasPrefix(list[0], name+",") {
			t.Errorf("%q is an override of %q", word, list)
		}
	}
	c := gradeAgain(t, o, func(o *Options) { o.Only, o.Rejudge = []string{"Jo  Smith"}, []string{"Jo  Smith"} })
	for _, m := range c.Marks {
		if m.Left() != (m.Name != want[2]) {
			t.Errorf("%q is left: %v", m.Name, m.Left())
		}
	}
	if list := rowsOf(t, out, StudentsFile, "rejudged on"); len(list) != 1 || !strings.Contains(list[0], `Jo \u0020Smith`) {
		t.Errorf("rejudged: %q", list)
	}
}

func quotedYAML(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
