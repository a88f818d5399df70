//go:build unix

package class

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"evolab/course/intake"
	"evolab/course/starter"
	"evolab/internal/provenance"
	"evolab/internal/seal"
	"evolab/internal/tooltest"
)

// reseal computes the seal of a folder anew, as whoever edits its files without a key can.
func reseal(t *testing.T, out string) {
	t.Helper()
	var list []seal.Contents
	var locks []string
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(out, path)
		switch {
		case err != nil || e.IsDir():
			return err
		case name == seal.File || name == seal.ManifestFile:
			return os.Remove(path)
		case strings.HasSuffix(name, ".lock"):
			if name != seal.LockFile {
				locks = append(locks, name)
			}
			return nil
		}
		data, err := os.ReadFile(path)
		list = append(list, seal.Contents{File: filepath.ToSlash(name), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := seal.Open(seal.In(out), seal.Key{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ReplaceAll(list); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(locks...); err != nil {
		t.Fatal(err)
	}
}

// forgedClass is a graded class: ann has a small player, bob one that plays no move, carl's
// cannot be compiled, and dora has handed in nothing that is a program.
func forgedClass(t *testing.T, change func(*Options)) (out string) {
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
	o.Grading.Seed = 5 // with which ann wins both games
	change(&o)
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return out
}

// changesNamed is what an examination of results names.
func changesNamed(t *testing.T, out string) (list []string) {
	t.Helper()
	r, err := Examine(t.Context(), out, seal.Key{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Changes {
		list = append(list, c.String())
	}
	return list
}

// forgery is an edit of a file of results, and what is then named.
type forgery struct{ file, old, new, want string }

// isNamed makes the edit, computes the seal anew, looks whether it is named, and takes the
// edit back.
func (f *forgery) isNamed(t *testing.T, out string) {
	t.Helper()
	path := filepath.Join(out, filepath.FromSlash(f.file))
	before := read(t, path)
	after := strings.Replace(before, f.old, f.new, 1)
	if after == before {
		t.Errorf("%s does not have %q:\n%s", f.file, f.old, before)
		return
	}
	if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
		t.Fatal(err)
	}
	reseal(t, out)
	if list := changesNamed(t, out); !slices.ContainsFunc(list, func(text string) bool { return strings.Contains(text, f.want) }) {
		t.Errorf("%s, %q: no %q in\n%s", f.file, f.new, f.want, strings.Join(list, "\n"))
	}
	if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Whoever edits points, verdicts or games and computes the seal anew, which needs no key,
// is named all the same: the gradebook and the pages have to be what the games come to.
func TestResealedEditsAreNamed(t *testing.T) {
	t.Parallel()
	out := forgedClass(t, func(*Options) {})
	names := func() []string { return changesNamed(t, out) }
	if list := names(); len(list) > 0 {
		t.Fatalf("untouched: %q", list)
	}
	reseal(t, out)
	if list := names(); len(list) > 0 {
		t.Fatalf("resealed: %q", list)
	}
	ann, bob := "students/"+filepath.Base(pagePath(out, "ann")), "students/"+filepath.Base(pagePath(out, `=bob,"<x>`))
	book := read(t, out, GradebookFile)
	row := book[strings.Index(book, "ann,"):]
	points := strings.Split(row, ",")[2]
	if points == "0" {
		t.Fatalf("ann has no points:\n%s", book)
	}
	for _, edit := range []forgery{
		{GradebookFile, "ann,rehearsal," + points + ",", "ann,rehearsal,24.5,", `gradebook.csv:3: points of "ann" is "24.5", by the games "` + points + `"`},
		{GradebookFile, ",illegal-move,", ",ok,", `reason of "'=bob,\"<x>" is "ok", by the games "illegal-move"`},
		{GradebookFile, ",syntax-error,", ",no-program,", `reason of "carl" is "no-program", by the games "syntax-error"`},
		{GradebookFile, "dora,ungraded,0,", "dora,ungraded,9,", `points of "dora" is "9", by the games "0"`},
		{GradebookFile, "dora,ungraded,0,25,0,0,,no-program", "dora,rehearsal,25,25,25,25,25,ok", `status of "dora" is "rehearsal", by the games "incomplete"`},
		{GradebookFile, "name,status", "name,state", "gradebook.csv:1: the columns "},
		{GradebookFile, "carl,", "\"carl,", "gradebook.csv: it is no table: "},
		{StudentsFile, ",illegal-move,", ",ok,", `students.csv:2: verdict of "'=bob,\"<x>" is "ok"`},
		{StudentsFile, "dora,dora,", "dora,dory,", `students.csv:6: "dory" is not in gradebook.csv`},
		{IndexFile, `<td>illegal-move<td class="n">0<td`, `<td>illegal-move<td class="n">20<td`, `index.html: points of "'=bob,\"<x>" is "20", by the games "0"`},
		{IndexFile, `<a href="` + ann + `">`, `<a href="students/x.html">`, `index.html: rows of "ann" with a link to ` + filepath.Base(ann) + `: 0 (`},
		{bob, "<b>illegal-move</b>", "<b>ok</b>", bob + `: verdict of `},
		{ann, "<b>" + points + "</b> of 25 points", "<b>24.5</b> of 25 points", ann + `: points of "ann" is "24.5"`},
		{ann, "<b>" + points + "</b> of 25 points", "<b>24.5</b> of 25 points<!--; <b>" + points + "</b> of 25 points-->", ann + `: verdicts on it: 1, and points: 2 (`},
		{JournalFile, `"opening":"start"`, `"opening":"...../...../..X../...../..... w 1 -"`, `by the grading start`},
		{JournalFile, `"rules":{"move_time":54`, `"rules":{"move_time":99`, `: rules {99 `},
		{settingsFile, `"seed": 5`, `"seed": 2`, `games.jsonl:1: game `},
		{settingsFile, `"rubric": "usc-2023-submit"`, `"rubric": "usc-1999"`, `gradebook.csv: it cannot be compared with the games: rubric: no rubric "usc-1999"`},
	} {
		edit.isNamed(t, out)
	}
	// Lost games that are taken out are missing in the gradebook.
	path := filepath.Join(out, JournalFile)
	before := read(t, path)
	var kept []byte
	for line := range strings.Lines(before) {
		if !strings.Contains(line, "=bob") {
			kept = append(kept, line...)
		}
	}
	if err := os.WriteFile(path, kept, 0o644); err != nil || bytes.Equal(kept, []byte(before)) {
		t.Fatal(err)
	}
	reseal(t, out)
	if list := names(); !slices.ContainsFunc(list, func(text string) bool { return strings.Contains(text, `by the games "incomplete"`) }) {
		t.Errorf("%q", list)
	}
}

// What another version has predicted otherwise is a note; other points, verdicts, winners
// and seals stay errors. The version that is running has no excuse.
func TestForecastsOfAnotherVersionAreANote(t *testing.T) {
	t.Parallel()
	out := forgedClass(t, func(*Options) {})
	book := filepath.Join(out, GradebookFile)
	own := read(t, book)
	row := regexp.MustCompile(`(?m)^ann,rehearsal,([0-9.]+),25,([0-9.]+),([0-9.]+),`)
	cells := row.FindStringSubmatch(own)
	older := strings.ReplaceAll(own, ","+provenance.Program()+",", ",v0.9,")
	other := func(text, ann string) string { return row.ReplaceAllLiteralString(text, ann) }
	same := "ann,rehearsal," + cells[1] + ",25,1,24,"
	const noted = `graded by evolab v0.9, which predicted otherwise than `
	for _, edit := range []struct {
		what, book   string
		change, note string
	}{
		{"predictions of this version", other(own, same), `low of "ann" is "1", by the games`, ""},
		{"predictions of another one", other(older, same), "", noted + provenance.Program() + `: low of "ann" is "1", by the games "` + cells[2] + `", and 1 figure more`},
		{"nothing but the version", older, "", ""},
		{"points of another one", other(older, "ann,rehearsal,24.5,25,1,24,"), `points of "ann" is "24.5", by the games "` + cells[1] + `" (graded by evolab v0.9, derived by`, noted},
		{"a verdict of another one", strings.Replace(older, ",illegal-move,", ",ok,", 1), `reason of "'=bob,\"<x>" is "ok"`, ""},
		{"a status of another one", strings.Replace(older, "carl,ungraded", "carl,graded", 1), `status of "carl"`, ""},
		{"an opponent's points", strings.Replace(older, "25,0,12.75,0,", "25,0,12.75,7,", 1), `random of `, ""},
	} {
		if edit.book == own || edit.what != "nothing but the version" && edit.book == older {
			t.Fatalf("%s: nothing was edited in\n%s", edit.what, own)
		}
		if err := os.WriteFile(book, []byte(edit.book), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Examine(t.Context(), out, seal.Key{})
		if err != nil || len(r.Changes) == 0 {
			t.Errorf("%s: %v %v, and the seal is broken", edit.what, r.Changes, err)
		}
		reseal(t, out)
		if r, err = Examine(t.Context(), out, seal.Key{}); err != nil {
			t.Fatal(err)
		}
		var changes []string
		for _, c := range r.Changes {
			changes = append(changes, c.String())
		}
		text := strings.Join(changes, "\n")
		if !strings.Contains(text, edit.change) || (text == "") != (edit.change == "") || !strings.HasPrefix(r.Note, edit.note) || (r.Note == "") != (edit.note == "") {
			t.Errorf("%s: %q, note %q\nwant %q, note %q", edit.what, text, r.Note, edit.change, edit.note)
		}
	}

	// A winner is not what the moves say, whoever graded.
	if err := os.WriteFile(book, []byte(older), 0o644); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(out, JournalFile)
	before := read(t, games)
	after := regexp.MustCompile(`"winner":"ann[^"]*"`).ReplaceAllString(before, `"winner":"random"`)
	if err := os.WriteFile(games, []byte(after), 0o644); err != nil || after == before {
		t.Fatal(err, before)
	}
	reseal(t, out)
	if r, err := Examine(t.Context(), out, seal.Key{}); err != nil || len(r.Changes) == 0 {
		t.Errorf("%v %v", r, err)
	}
}

// What staff have decided, private pages and games that were played again are derived, too.
func TestDerivedWithOverrides(t *testing.T) {
	t.Parallel()
	out := forgedClass(t, func(o *Options) {
		var err error
		if o.Overrides, err = parseOverrides("x", []byte("overrides:\n  - {student: dora, points: 5, reason: late}\n  - {student: carl, verdict: ok, reason: our tab}\n")); err != nil {
			t.Fatal(err)
		}
		o.Private = true
	})
	r, err := Examine(t.Context(), out, seal.Key{})
	if err != nil || len(r.Changes) > 0 {
		t.Fatalf("%v %v", r.Changes, err)
	}
	path := filepath.Join(out, overridesFile)
	if err := os.WriteFile(path, []byte(strings.Replace(read(t, path), "points: 5", "points: 25", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	reseal(t, out)
	r, err = Examine(t.Context(), out, seal.Key{})
	if text, _ := json.Marshal(r.Changes); err != nil || !strings.Contains(string(text), `points of \"dora\" is \"5\", by the games \"25\"`) {
		t.Errorf("%s %v", text, err)
	}
}

// The files that staff import are derived, too: points of the roster and of Canvas.
func TestImportedPointsAreDerived(t *testing.T) {
	t.Parallel()
	roster := filepath.Join(t.TempDir(), "roster.csv")
	const head = "Student,ID,SIS User ID,SIS Login ID,Section,HW 1\n"
	if err := os.WriteFile(roster, []byte(head+"    Points Possible,,,,,25\nAnn,1,,ann,A,\n\"Carl, =x\",2,,carl,A,\nZoe,3,,zoe,A,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := forgedClass(t, func(o *Options) {
		var err error
		if o.Roster, err = intake.ReadRoster(roster); err != nil {
			t.Fatal(err)
		}
		o.Private, o.AsIs = true, true
	})
	names := func() string { return strings.Join(changesNamed(t, out), "\n") }
	if text := names(); text != "" {
		t.Fatalf("untouched:\n%s\n%s", text, read(t, out, RosterFile))
	}
	row := strings.Split(strings.Split(read(t, out, RosterFile), "\n")[2], ",")
	points := row[6]
	if points == "" || points == "0" {
		t.Fatalf("ann has no points: %q", row)
	}
	for _, edit := range []forgery{
		{RosterFile, "ann,A,," + points + ",ok", "ann,A,,24.5,ok", `roster.csv:3: points of "Ann_1" is "24.5", by the games "` + points + `"`},
		{RosterFile, "carl,A,,0,syntax-error", "carl,A,,25,ok", `roster.csv:4: verdict of "Carl, =x_2" is "ok", by the games "syntax-error"`},
		{RosterFile, "zoe,A,,0,missing", "zoe,A,,20,missing", `roster.csv:5: points of "Zoe_3" is "20", by the games "0"`},
		{RosterFile, "students/", "students/x", `roster.csv:3: page of "Ann_1" is "students/x`},
		{CanvasFile, "ann,A," + points, "ann,A,25.5", `canvas.csv:3: HW 1 of "Ann_1" is "25.5", by the games "` + points + `"`},
		{CanvasFile, "Zoe,3,,zoe,A,0\n", "", `canvas.csv: the number of rows of "" is "4", by the games "5"`},
		{RosterFile, "HW 1,points", "HW 1,\"points", "roster.csv: it is no roster with points: "},
		{CanvasFile, "HW 1", "\"HW 1", "canvas.csv: it is no table: "},
	} {
		edit.isNamed(t, out)
	}
	if err := os.Remove(filepath.Join(out, RosterFile)); err != nil {
		t.Fatal(err)
	}
	reseal(t, out)
	if text := names(); text != "canvas.csv: it cannot be compared with the games: roster.csv is missing" {
		t.Errorf("without the roster: %s", text)
	}
}
