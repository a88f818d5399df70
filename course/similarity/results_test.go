package similarity

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/internal/goldentest"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

var (
	dolosFlag = flag.String("dolos", "", "a folder in which npm has installed @dodona/dolos-lib; without it, the long test installs it, which takes minutes")
	jplagFlag = flag.String("jplag", "", "a folder with the jars of de.jplag:jplag:6.0.0, de.jplag:python-3:6.0.0 and what they need (mvn dependency:copy-dependencies)")
	javaFlag  = flag.String("java", "java", "a Java of at least version 21, for JPlag")
)

// What the tools have really written about testdata/class.txtar.
const (
	dolosPairs = "testdata/dolos-pairs.csv"
	jplagPairs = "testdata/jplag-results.csv"
)

// folders are the students of testdata/class.txtar.
func folders(class []Student) map[string]string {
	names := map[string]string{}
	for _, s := range class {
		names[s.Folder] = s.Name
	}
	return names
}

// placed writes texts as the results of the tools into a new export's folder.
func placed(t testing.TB, dolos, jplag string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"dolos/pairs.csv": dolos, "jplag/results.csv": jplag} {
		if text == "" {
			continue
		}
		file := filepath.Join(dir, "python", filepath.FromSlash(name))
		_ = os.MkdirAll(filepath.Dir(file), 0o755)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What the real tools write is read: ada and bob have one source, and the starter,
// which eve has as well, counts for nothing.
func TestRecordedResults(t *testing.T) {
	_, class := testClass(t)
	dolos, err := os.ReadFile(dolosPairs)
	if err != nil {
		t.Fatal(err)
	}
	jplag, err := os.ReadFile(jplagPairs)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Read(placed(t, string(dolos), string(jplag)), folders(class))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Tool != "Dolos" || list[1].Tool != "JPlag" {
		t.Fatalf("%+v", list)
	}
	for _, r := range list {
		found := map[string]float64{}
		for _, p := range r.Pairs {
			found[p.First+" "+p.Second] = p.Share
		}
		if len(found) != 6 || r.Pairs[0].First != "ada" || r.Pairs[0].Second != "bob" || found["ada bob"] < .6 || found["ada eve"] > .1 || found["ada carl"] > .1 || r.Strangers != 0 {
			t.Errorf("%s: %+v", r.Tool, r)
		}
	}
}

// A result is older than the sources once one of them has changed, come or gone, whatever
// is exported anew in between.
func TestOlderResults(t *testing.T) {
	own, class := testClass(t)
	dir := placed(t, "leftFilePath,rightFilePath,similarity\n", "")
	compared := time.Now().Add(-time.Hour)
	pairs, sums := filepath.Join(dir, "python", "dolos", "pairs.csv"), filepath.Join(dir, "python", sumsFile)
	if err := os.WriteFile(filepath.Join(dir, namesFile), []byte("folder,name\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(class[0].Dir, "my_player3.py")
	for _, step := range []struct {
		what  string
		do    func() error
		older bool
	}{
		{"exported after it was compared", func() error { return nil }, true},
		{"compared after the export", func() error {
			before := compared.Add(-time.Hour)
			return os.Chtimes(sums, before, before)
		}, false},
		{"one has changed", func() error { return os.WriteFile(source, []byte("print('another program')\n"), 0o644) }, true},
		{"compared again", func() error { compared = time.Now(); return nil }, false},
		{"one has gone", func() error { compared = compared.Add(-time.Hour); class = class[:1]; return nil }, true},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(pairs, compared, compared); err != nil {
			t.Fatal(err)
		}
		if _, err := own.Export(dir, class); err != nil {
			t.Fatal(err)
		}
		list, err := Read(dir, folders(class))
		if err != nil || len(list) != 1 || list[0].Older != step.older {
			t.Errorf("%s: %+v %v, want %t", step.what, list, err, step.older)
		}
	}
	if text, err := os.ReadFile(sums); err != nil || !strings.HasSuffix(string(text), ".py\n") {
		t.Errorf("%q %v", text, err)
	}
}

// A file that a tool cannot have written is one clear error.
func TestForeignResults(t *testing.T) {
	names := map[string]string{"ada-1": "ada", "bob-1": "bob"}
	const head = "id,leftFilePath,rightFilePath,similarity\n"
	pair := func(share string) string {
		return head + "1,python/students/ada-1/a.py,python/students/bob-1/a.py," + share + "\n"
	}
	for _, c := range []struct{ name, dolos, jplag, want string }{
		{"empty", "\n", "", "it is empty"},
		{"no table", "<html>", "", "line 1: there is no column leftFilePath: Dolos writes leftFilePath, rightFilePath and similarity"},
		{"another tool's", "", head, "line 1: there is no column submissionName1"},
		{"no number", pair("much"), "", `line 2: similarity is "much" (expected: a number from 0 to 1)`},
		{"a percentage", pair("87.5"), "", `line 2: similarity is "87.5"`},
		{"not a number", pair("NaN"), "", `line 2: similarity is "NaN"`},
		{"below zero", pair("-0.1"), "", `line 2: similarity is "-0.1"`},
		{"cut off", pair("0.5") + "2,\"python/students", "", "line 3: it is no table"},
		{"too few cells", pair("0.5") + "2,3\n", "", "line 3: it is no table: wrong number of fields"},
		{"another class", strings.ReplaceAll(pair("0.5"), "-1", "-2"), "", "it names nobody of this class"},
	} {
		_, err := Read(placed(t, c.dolos, c.jplag), names)
		var wrong *ResultError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	dir := t.TempDir()
	_ = os.MkdirAll(filepath.Join(dir, "cpp", "dolos", "pairs.csv"), 0o755)
	if _, err := Read(dir, names); err == nil {
		t.Error("a folder was read as a table")
	}
}

// What is not a pair of the class is left out: files of one student, and who has left.
func TestPairsOfTheClass(t *testing.T) {
	names := map[string]string{"ada-1": "ada", "bob-1": "bob"}
	list, err := Read(placed(t, strings.Join([]string{
		"similarity,leftFilePath,rightFilePath,more",
		`0.25,/home/x/students/y/python/students/ada-1/a.py,C:\similar\python\students\bob-1\pkg\b.py,`,
		"0.5,python/students/bob-1/b.py,python/students/ada-1/a.py,",
		"1,python/students/ada-1/a.py,python/students/ada-1/b.py,",
		"1,python/students/ada-1/a.py,python/students/gone-1/b.py,",
	}, "\n"), "submissionName1,submissionName2,averageSimilarity,maxSimilarity\nstudents/bob-1,students/ada-1,0.125,1.0\n"), names)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(list), "[{Dolos python [{ada bob 0.5}] 1 true} {JPlag python [{ada bob 0.125}] 0 true}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzResults(f *testing.F) {
	for _, name := range []string{dolosPairs, jplagPairs} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("similarity,leftFilePath,rightFilePath\n1e400,a,b\n")
	names := map[string]string{"ada-1": "ada", "bob-1": "bob", "": "nobody", ".": "dot"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, tool := range tools() {
			var r Result
			if err := tool.read(strings.NewReader(text), names, &r); err != nil {
				var wrong *ResultError
				if !errors.As(err, &wrong) {
					t.Errorf("%v is no *ResultError", err)
				}
				continue
			}
			for _, p := range r.Pairs {
				if math.IsNaN(p.Share) || p.Share < 0 || p.Share > 1 || p.First >= p.Second {
					t.Errorf("%+v", p)
				}
			}
		}
	})
}

// The real Dolos reads an export, and finds what testdata has.
//
//	go test ./course/similarity -run Dolos -long -timeout 30m
func TestDolos(t *testing.T) {
	if !longtest.Enabled() && *dolosFlag == "" {
		t.Skip("npm takes minutes to install Dolos; run with -long, or -dolos FOLDER")
	}
	tooltest.Need(t, "node", "npm")
	installed := *dolosFlag
	if installed == "" {
		installed = t.TempDir()
		run(t, installed, "npm", "install", "--prefix", installed, "@dodona/dolos-lib@3.5.1")
	}
	dir := exported(t)
	script, err := os.ReadFile("testdata/pairs.mjs")
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(installed, "pairs.mjs") // modules are looked for beside a script
	if err := os.WriteFile(at, script, 0o644); err != nil {
		t.Fatal(err)
	}
	goldentest.Compare(t, dolosPairs, run(t, dir, "node", at, "python", "python/info.csv"))
}

// The real JPlag reads an export, and finds what testdata has.
//
//	go test ./course/similarity -run JPlag -jplag FOLDER -java PROGRAM
func TestJPlag(t *testing.T) {
	if *jplagFlag == "" {
		t.Skip("run with -jplag FOLDER, and -java PROGRAM unless java is version 21 or later")
	}
	jars, err := filepath.Abs(*jplagFlag)
	if err != nil {
		t.Fatal(err)
	}
	program, err := filepath.Abs("testdata/Pairs.java")
	if err != nil {
		t.Fatal(err)
	}
	dir := exported(t)
	run(t, dir, *javaFlag, "-cp", filepath.Join(jars, "*"), program, "de.jplag.python3.PythonLanguage", "python/students", "python/template", "python/jplag")
	got, err := os.ReadFile(filepath.Join(dir, "python", "jplag", "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.SplitAfter(string(got), "\n")
	slices.Sort(rows[1 : len(rows)-1]) // pairs that are equally alike come in any order
	goldentest.Compare(t, jplagPairs, []byte(strings.Join(rows, "")))
}

// exported is an export of testdata/class.txtar.
func exported(t *testing.T) string {
	t.Helper()
	own, class := testClass(t)
	dir := t.TempDir()
	if _, err := own.Export(dir, class); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a program, and returns its standard output.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	var out, messages bytes.Buffer
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &messages
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, messages.String())
	}
	return out.Bytes()
}
