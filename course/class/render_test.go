//go:build unix

package class

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/course/intake"
	"evolab/course/starter"
	"evolab/internal/files"
	"evolab/internal/tooltest"
)

// gradedClass is a graded class: ann has a small player, bob one that plays no move, carl's
// cannot be compiled, and dora has handed in nothing that is a program.
func gradedClass(t *testing.T, change func(*Options)) (out string) {
	t.Helper()
	tooltest.Need(t, "python3")
	small, err := starter.Files("python", "littlego", "")
	if err != nil {
		t.Fatal(err)
	}
	submissions := map[string]string{"=bob,\"<x>/my_player3.py": "open('output.txt', 'w').write('9,9')", "carl/my_player3.py": "def f(:", "dora/": "", "dan/agent.py": "open('output.txt', 'w').write('0,0')"}
	for _, f := range small {
		if dir, name := filepath.Split(f.Name); dir != "" {
			submissions["ann/"+name] = string(f.Data)
		}
	}
	folder := fill(t, submissions)
	out = filepath.Join(t.TempDir(), "results")
	o := options(t, folder, out)
	o.Grading.Seed, o.Replay = 5, listGames // with which ann wins both games
	change(&o)
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return out
}

// listGames is a page of games.
func listGames(_ agent.Game, title string, games []Replayed) ([]byte, error) {
	text, err := json.Marshal(games)
	return append([]byte(title+"\n"), text...), err
}

// changesNamed is what an examination of results names.
func changesNamed(t *testing.T, out string, replay ReplayPage) (list []string) {
	t.Helper()
	r, err := Examine(t.Context(), out, replay)
	if err != nil || !r.Finished || r.Note != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, c := range r.Changes {
		list = append(list, c.String())
	}
	return list
}

// Each file of results that is changed or missing, and one that was added, is named; others
// can verify the sums.
func TestChangedResultsAreNamed(t *testing.T) {
	t.Parallel()
	out := gradedClass(t, func(*Options) {})
	if program, err := exec.LookPath("sha256sum"); err == nil {
		check := exec.Command(program, "-c", "--strict", "--quiet", files.SumsFile)
		check.Dir = out
		if text, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	sums := strings.Split(strings.TrimSpace(read(t, out, files.SumsFile)), "\n")
	for _, line := range sums {
		_, name, _ := strings.Cut(line, "  ")
		path := filepath.Join(out, filepath.FromSlash(name))
		before := read(t, path)
		if err := os.WriteFile(path, []byte(before+" "), 0o644); err != nil {
			t.Fatal(err)
		}
		if list := changesNamed(t, out, listGames); len(list) == 0 || list[0] != name+": it is not what was written here" {
			t.Errorf("%s, changed: %q", name, list)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if list := changesNamed(t, out, listGames); len(list) == 0 || !slices.Contains(list, name+": it is missing") {
			t.Errorf("%s, removed: %q", name, list)
		}
		if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(out, pageFolder, "more.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if list := changesNamed(t, out, listGames); len(list) != 1 || list[0] != "students/more.html: it was added after the record was finished" {
		t.Errorf("added: %q", list)
	}
}

// Whoever edits points, verdicts or pages and computes the sums anew is named all the same:
// tables and pages have to be what the games and the other records come to.
func TestTablesAndPagesAreRenderedAnew(t *testing.T) {
	t.Parallel()
	roster := filepath.Join(t.TempDir(), "roster.csv")
	const head = "Student,ID,SIS User ID,SIS Login ID,Section,HW 1\n"
	if err := os.WriteFile(roster, []byte(head+"    Points Possible,,,,,25\nAnn,1,,ann,A,\n\"Carl, =x\",2,,carl,A,\nZoe,3,,zoe,A,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	plain := gradedClass(t, func(*Options) {})
	private := gradedClass(t, func(o *Options) {
		var err error
		if o.Roster, err = intake.ReadRoster(roster); err != nil {
			t.Fatal(err)
		}
		if o.Overrides, err = parseOverrides("x", []byte("overrides:\n  - {student: dora, points: 5, reason: late}\n  - {student: carl, verdict: ok, reason: our tab}\n")); err != nil {
			t.Fatal(err)
		}
		o.Private, o.AsIs = true, true
	})
	for _, out := range []string{plain, private} {
		if list := changesNamed(t, out, listGames); len(list) > 0 {
			t.Errorf("untouched: %q", list)
		}
	}
	page := "students/" + filepath.Base(pagePath(plain, `=bob,"<x>`))
	const other = ": the games and other records come to something else"
	for _, edit := range []struct{ out, file, old, new, want string }{
		{plain, GradebookFile, ",illegal-move,", ",ok,", "gradebook.csv:2" + other},
		{plain, GradebookFile, "dora,ungraded,0,", "dora,ungraded,9,", "gradebook.csv:6" + other},
		{plain, TimingFile, "carl,0", "carl,1", "timing.csv:4" + other},
		{plain, StudentsFile, ",illegal-move,", ",ok,", "students.csv:2" + other},
		{plain, page, "<b>illegal-move</b>", "<b>ok</b>", page + ":"},
		{plain, settingsFile, `"seed": 5`, `"seed": 2`, GradebookFile + ":"},
		{plain, settingsFile, `"rubric": "usc-2023-submit"`, `"rubric": "usc-1999"`, `gradebook.csv: it cannot be rendered anew: `},
		{plain, reviewFile, "{", "[", reviewFile + ":1: "},
		{private, RosterFile, "zoe,A,,0,missing", "zoe,A,,20,missing", "roster.csv:5" + other},
		{private, CanvasFile, "zoe,A,0", "zoe,A,25", "canvas.csv:5" + other},
		{private, overridesFile, "points: 5", "points: 25", "gradebook.csv:"},
	} {
		path := filepath.Join(edit.out, filepath.FromSlash(edit.file))
		before := read(t, path)
		after := strings.Replace(before, edit.old, edit.new, 1)
		if after == before {
			t.Errorf("%s does not have %q:\n%s", edit.file, edit.old, before)
			continue
		}
		sums := files.SumsOf(edit.out)
		if err := errors.Join(os.WriteFile(path, []byte(after), 0o644), sums.Write()); err != nil {
			t.Fatal(err)
		}
		if list := changesNamed(t, edit.out, listGames); !slices.ContainsFunc(list, func(text string) bool { return strings.Contains(text, edit.want) }) {
			t.Errorf("%s, %q: no %q in\n%s", edit.file, edit.new, edit.want, strings.Join(list, "\n"))
		}
		if err := errors.Join(os.WriteFile(path, []byte(before), 0o644), sums.Write()); err != nil {
			t.Fatal(err)
		}
	}
	if list := changesNamed(t, plain, listGames); len(list) > 0 {
		t.Errorf("as it was: %q", list)
	}
	// Of results that are not finished, lines are read, and a line that is none is named.
	path := filepath.Join(plain, JournalFile)
	lines := strings.SplitAfter(read(t, path), "\n")
	lines[1] = "{}\n"
	if err := errors.Join(files.SumsOf(plain).Remove(), os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644)); err != nil {
		t.Fatal(err)
	}
	if r, err := Examine(t.Context(), plain, listGames); err != nil || r.Finished || len(r.Changes) != 1 || !strings.HasPrefix(r.Changes[0].String(), "games.jsonl:2: ") {
		t.Errorf("%+v, %v", r, err)
	}
}
