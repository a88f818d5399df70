//go:build unix

package class

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/arena/tournament"
	"evolab/course"
	"evolab/course/doctor"
	"evolab/course/intake"
	"evolab/internal/tooltest"
)

// enter enters a class into a ladder in a folder, where examinations of some submissions
// may be kept.
func enter(t *testing.T, folder, out string, examinations map[string]examination, change func(*Options)) (players []string, absent []tournament.Absent) {
	t.Helper()
	for _, s := range taken(t, folder) {
		e, ok := examinations[s.Name]
		if !ok {
			continue
		}
		text, err := json.Marshal(&e)
		if err == nil {
			err = os.MkdirAll(filepath.Join(out, examFolder), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(out, examName(s)), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	o := options(t, folder, "")
	var err error
	if o.Grading.Rubric, err = o.Grading.Rubric.Lower(300*time.Millisecond, 0); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&o)
	}
	l, err := NewLadder(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	list, absent, err := l.Enter(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		players = append(players, p.Name)
	}
	return players, absent
}

// Whoever makes a legal move plays; the others are listed with their verdict.
func TestWhoEntersALadder(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	const centre = "open('output.txt', 'w').write('2,2')"
	long := strings.Repeat("n", 60)
	folder := fill(t, map[string]string{
		"ann/my_player3.py":     centre,
		"bob/my_player3.py":     "import sys; sys.exit(3)",
		"cyd/my_player3.py":     "def f(:",
		"draw/my_player3.py":    centre + "#",
		"eve/my_player3.py":     "while True: pass",
		"fay/":                  "",
		"kim/agent.py":          centre,
		long + "/my_player3.py": centre + "##",
	})
	fine := examination{PlyTimes: doctor.PlyTimes{Answers: 1}}
	crash := examination{Report: doctor.Report{Verdict: doctor.Reject, Code: course.Crash, Checks: []doctor.Check{{Name: "first move", Status: doctor.Fail, Text: "exit status 3"}}}}
	examinations := map[string]examination{"ann": fine, "draw": fine, "kim": fine, long: fine, "bob": crash, "eve": {}}
	roster := filepath.Join(t.TempDir(), "r.csv")
	if err := os.WriteFile(roster, []byte("id,name\nann,ann\nzoe,zoe\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for _, when := range []string{"at first", "again"} { // what was found at first is kept
		players, absent := enter(t, folder, out, examinations, func(o *Options) {
			var err error
			if o.Roster, err = intake.ReadRoster(roster); err != nil {
				t.Fatal(err)
			}
			o.AsIs = true
		})
		examinations = nil
		text := strings.Join(players, " ")
		if len(players) != 4 || !strings.HasPrefix(text, "ann draw #") || !strings.Contains(text, " kim nnnnnnnnnnnnnnnnn ... n") {
			t.Errorf("%s: %q play", when, players)
		}
		for i, want := range []string{
			"bob: crash: no legal move: first move: exit status 3", "cyd: syntax-error: Python 3", "eve: time-limit: no first move: it used ",
			"fay: no-program: ", "zoe_zoe: missing: ",
		} {
			if i >= len(absent) || !strings.HasPrefix(absent[i].Agent+": "+absent[i].Why, want) {
				t.Errorf("%s: %q, want %q", when, absent, want)
			}
		}
	}
}

// Pseudonyms stay, tell nothing, and are nowhere beside names but in a file for their
// owner's eyes.
func TestPseudonyms(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder := fill(t, map[string]string{
		"ann/my_player3.py":         "open('output.txt', 'w').write('2,2')",
		"secretsurname/homework.py": "open('output.txt', 'w').write('2,2') #",
		"=bob/empty":                "",
	})
	out := t.TempDir()
	private := func(o *Options) { o.Private = true }
	players, absent := enter(t, folder, out, nil, private)
	if again, _ := enter(t, folder, out, nil, private); fmt.Sprint(again) != fmt.Sprint(players) {
		t.Errorf("%q and then %q", players, again)
	}
	for _, name := range append(players, absent[0].Agent) {
		if !strings.HasPrefix(name, "player-") || len(name) != len("player-")+12 {
			t.Errorf("pseudonym %q", name)
		}
	}
	if want := "no-program: " + course.NoProgram.Sentence(); len(players) != 2 || absent[0].Why != want {
		t.Errorf("%q play, and not %q", players, absent)
	}
	err := fs.WalkDir(os.DirFS(out), ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if text := read(t, out, file); strings.Contains(text, "secretsurname") != (file == pseudonymsFile) {
			t.Errorf("%s:\n%s", file, text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(out, pseudonymsFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestLadderNames(t *testing.T) {
	for path, want := range map[string]string{
		"hw2": "ladder-hw2", "a/Submissions (3).zip": "ladder-submissions-3", "x.tar.gz": "ladder-x", "囲碁": "ladder-class",
		strings.Repeat("long-", 20): "ladder-long-long-long-long-long",
	} {
		if got := LadderName(path, false); got != want || LadderName(path, true) != want+"-private" || len(want+"-private") > 40 {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
