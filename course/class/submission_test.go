//go:build unix

package class

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"evolab/arena"
	"evolab/course"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/internal/tooltest"
)

// fill makes a folder of files: a name that ends with / is an empty folder.
func fill(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Whatever lies in a class's folder is one submission with a verdict of its own, and all
// that have the same files are told of each other.
func TestTake(t *testing.T) {
	dir := fill(t, map[string]string{
		"Ada, \"A\" <script>/my_player3.py": "1",
		"two\nlines/my_player3.py":          "2",
		"=1+1/my_player3.py":                "3",
		"exec:cmd=true":                     "4",
		"alone.py":                          "5",
		"nested/nested/nested/a.py":         "6",
		"nested/__MACOSX/a.py":              "7",
		"twin/my_player3.py":                "3",
		"twin/.DS_Store":                    "x",
		"triplet/my_player3.py":             "3",
		"empty/":                            "",
		"notes.txt":                         "8",
		"Packed.ZIP":                        "PK",
		"big/x":                             "",
		"out/a.py":                          "9",
		"round/a.py":                        "10",
		"inner/a.py":                        "11",
		"odd/a.py":                          "12",
		".DS_Store":                         "13",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.Truncate(at("big/x"), 1<<30), // sparse
		os.Symlink("/etc/passwd", at("out/my_player3.py")),
		os.Symlink(".", at("round/here")),
		os.Symlink("here/../3/my_player3.py", at("round/my_player3.py")),
		os.Symlink("a.py", at("inner/my_player3.py")),
		os.Symlink("twin", at("linked")),
		unix.Mkfifo(at("pipe"), 0o600),
		unix.Mkfifo(at("odd/pipe"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]struct {
		verdict course.Verdict
		problem string
	}{
		`Ada, "A" <script>`: {course.Correct, ""}, `two\u000alines`: {course.Correct, ""}, "=1+1": {course.Correct, ""}, "alone.py": {course.Correct, ""},
		"nested": {course.Correct, ""}, "twin": {course.Correct, ""}, "triplet": {course.Correct, ""}, "inner": {course.Correct, ""},
		"exec:cmd=true": {course.NoProgram, "it is no source (.py, .cpp or .java) and no folder"},
		"notes.txt":     {course.NoProgram, "it is no source (.py, .cpp or .java) and no folder"},
		"pipe":          {course.NoProgram, "it is neither a file nor a folder"},
		"empty":         {course.NoProgram, "the folder is empty"},
		"Packed.ZIP":    {course.Refused, "the archive Packed.ZIP: it is none, or damaged (expected: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tbz2)"},
		"big":           {course.Refused, "it holds more than 64 MB"},
		"linked":        {course.Refused, "it is a link, which is not followed: hand in the files themselves"},
		"out":           {course.Refused, "the link my_player3.py leads out of the folder, to /etc/passwd"},
		"round":         {course.Refused, "the link my_player3.py leads out of the folder, to here/../3/my_player3.py"},
		"odd":           {course.Refused, "pipe is a pipe, which is no file, folder or link"},
	}
	list := taken(t, dir)
	if len(list) != len(want) {
		t.Fatalf("%d submissions", len(list))
	}
	for _, s := range list {
		if w, ok := want[s.Name]; !ok || s.Verdict != w.verdict || s.Problem != w.problem {
			t.Errorf("%q: %s, %q; want %s, %q", s.Name, s.Verdict, s.Problem, w.verdict, w.problem)
		}
		same := map[string]string{"twin": "=1+1 triplet", "=1+1": "triplet twin", "triplet": "=1+1 twin"}
		if got := strings.Join(s.Twins, " "); got != same[s.Name] {
			t.Errorf("%q is the same as %q, want %q", s.Name, got, same[s.Name])
		}
	}
	for _, dir := range []string{at("empty"), at("nowhere"), at("alone.py")} {
		c := &Class{Options: options(t, dir, "")}
		if err := c.take(t.Context(), t.TempDir()); !errors.Is(err, ErrNobody) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

// A page stays at its address when others come and go. Private addresses have nothing to do
// with names, pages there do not lead to the class, and nobody else can read the secret.
func TestPagesStay(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{"ben.py": "raise SystemExit(3)", "cy/": "", "dan/": ""}), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	grade := func() *Class {
		t.Helper()
		c, err := Grade(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	grade()
	before := read(t, pagePath(out, "ben.py"))
	if !strings.Contains(before, `<a href="../index.html">`) {
		t.Error("the page does not lead to the class")
	}
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "ada"), 0o755), os.Remove(filepath.Join(folder, "dan"))); err != nil {
		t.Fatal(err)
	}
	o.Resume = true
	grade()
	if after := read(t, pagePath(out, "ben.py")); after != before {
		t.Errorf("the page has changed:\n%s\nwas\n%s", after, before)
	}
	if _, err := os.Stat(pagePath(out, "dan")); err == nil {
		t.Error("the page of somebody who has gone is there")
	}

	o.Private = true
	for range 2 {
		c := grade()
		at := filepath.Join(out, pageFolder, c.pages.of("ben.py")+".html")
		if strings.Contains(read(t, at), "index.html") || strings.Contains(filepath.Base(at), "ben") {
			t.Errorf("a private page is %s:\n%s", at, read(t, at))
		}
		if _, err := os.Stat(pagePath(out, "ben.py")); err == nil {
			t.Error("the public page is there")
		}
		info, err := os.Stat(filepath.Join(out, settingsFile))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if table := read(t, out, StudentsFile); !strings.Contains(table, c.pages.of("ben.py")) {
			t.Errorf("students.csv does not say whose the page is:\n%s", table)
		}
		o.Private = false // it stays so
	}
	fresh := o
	fresh.Out, fresh.Private, fresh.Resume = filepath.Join(t.TempDir(), "results"), true, false
	examined(t, folder, fresh.Out)
	if c, err := Grade(t.Context(), fresh); err != nil || c.pages.secret == nil {
		t.Error(err)
	}
	info, err := os.Stat(filepath.Join(fresh.Out, settingsFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A class from Canvas with a roster: who has handed in nothing has a row, and students.csv
// has what is to be released to whom.
func TestRoster(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"kimlee_1235_778_my_player3.py": "raise SystemExit(3)", "kimlee_1235_779_weights.json": "[]", "roe_LATE_7_780_my_player3.py": "raise SystemExit(4)",
		"roster.csv": "SIS ID,Student,ID,Section,Email,Homework 2 (31)\n,Points Possible,,,,25\n9001,\"Lee, Kim\",,,kim@x.edu,\n9002,\"Poe, Ann\",,,=ann@x.edu,\n",
	}), filepath.Join(t.TempDir(), "results")
	roster, err := intake.ReadRoster(filepath.Join(folder, "roster.csv"))
	if err != nil {
		t.Fatal(err)
	}
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Roster = roster
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if got, want := gradebook(t, out), `name,status,points,max,low,high,random,reason
"Poe, Ann_9002",ungraded,0,25,0,0,,missing
kimlee_1235,rehearsal,0,25,0,0,0,no-output
roe_7,rehearsal,0,25,0,0,0,no-output
`; got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	var open addresses
	if got, want := read(t, out, StudentsFile), fmt.Sprintf(`name,submission,id,email,points,max,reason,handed_in,late_days,page,notes
"Poe, Ann","Poe, Ann_9002",9002,'=ann@x.edu,0,25,missing,,,students/%s.html,
"Lee, Kim",kimlee_1235,9001,kim@x.edu,0,25,no-output,,,students/%s.html,
roe,roe_7,7,,0,25,no-output,,,students/%s.html,"not on the roster; late, as Canvas has it"
`, open.of("Poe, Ann_9002"), open.of("kimlee_1235"), open.of("roe_7")); got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	if got, want := read(t, out, RosterFile), fmt.Sprintf(`SIS ID,Student,ID,Section,Email,Homework 2 (31),points,verdict,page
,Points Possible,,,,25,,,
9001,"Lee, Kim",,,kim@x.edu,,0,no-output,students/%s.html
9002,"Poe, Ann",,,=ann@x.edu,,0,missing,students/%s.html
`, open.of("kimlee_1235"), open.of("Poe, Ann_9002")); got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	if got, want := read(t, out, CanvasFile), `SIS ID,Student,ID,Section,Email,Homework 2 (31)
,Points Possible,,,,25
9001,"Lee, Kim",,,kim@x.edu,0
9002,"Poe, Ann",,,=ann@x.edu,0
`; got != want {
		t.Errorf("%swant\n%s", got, want)
	}
	o.Resume, o.Roster = true, nil // what the class has no longer is not left behind
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{RosterFile, CanvasFile} {
		if _, err := os.Stat(filepath.Join(out, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", name, err)
		}
	}
}

// Points go back to the roster only of somebody who was judged, and in one submission.
func TestReturned(t *testing.T) {
	mark := func(name string, v course.Verdict, o *Override, persons ...intake.Person) *Mark {
		return &Mark{
			Submission: &Submission{Handin: intake.Handin{Name: name, Persons: persons}, Override: o}, Report: &rubric.Report{},
			Cause: course.Cause{Verdict: v}, derived: course.Cause{Verdict: v}, lines: make([]arena.Line, 1),
		}
	}
	ada, ben, eve, kim, lee := intake.Person{ID: "1"}, intake.Person{ID: "2"}, intake.Person{ID: "3"}, intake.Person{ID: "4"}, intake.Person{ID: "5"}
	got := returned([]*Mark{
		mark("a", course.Crash, &Override{}, ada, lee), mark("b", course.Incomplete, nil, ben), mark("e", course.NoTool, nil, eve),
		mark("k", course.Incomplete, &Override{Points: 7}, kim), mark("l", course.Correct, &Override{Points: 9}, lee),
	}, func(*Mark) string { return "" })
	for person, want := range map[intake.Person]string{ada: "0/crash", ben: "/incomplete", eve: "/no-tool", kim: "7/incomplete", lee: "/crash; ok"} {
		if r := got[person]; r.Points+"/"+r.Verdict != want {
			t.Errorf("%v: %s/%s, want %s", person, r.Points, r.Verdict, want)
		}
	}
}

// With Best, all attempts are graded, and the student has one row and one page: the best.
func TestBestAttempt(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := fill(t, map[string]string{
		"lee_1_700_my_player3.py": smallAgent(t, "littlego", "python", "my_player3.py"), "lee_1_701_weights.json": smallAgent(t, "littlego", "python", "weights.json"),
		"lee_1_800_my_player3-1.py": "raise SystemExit(3)", "lee_1_900_my_player3-2.py": "raise SystemExit(4)", "roe_2_1_my_player3.py": passer,
	}), filepath.Join(t.TempDir(), "results")
	o := options(t, folder, out)
	o.Best = true
	before := &Class{Options: o}
	if err := before.take(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	examinedAll(t, before.Submissions, out)
	c, err := Grade(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(out, pageFolder, "lee*"+strings.Repeat("[0-9a-f]", 8)+".html"))
	if err != nil || len(pages) != 1 || len(c.Marks) != 2 || len(c.Submissions) != 4 {
		t.Errorf("pages %v, %d marks, %d submissions, %v", pages, len(c.Marks), len(c.Submissions), err)
	}
	const note = "attempt 1 of 3, the best counts"
	if table, page := gradebook(t, out), read(t, pagePath(out, "lee_1")); strings.Count(table, "lee_1") != 1 || !strings.Contains(page, note) {
		t.Errorf("want %s in\n%s\n%s", note, table, page)
	}
}
