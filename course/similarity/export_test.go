package similarity

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// testClass is the class of testdata/class.txtar, in which dave has handed in the course's
// starter as it is, ada and bob have put their source below it, and so has eve, with
// one that begins as carl's.
func testClass(t testing.TB) (*Own, []Student) {
	t.Helper()
	own, err := OwnOf("littlego", "")
	if err != nil {
		t.Fatal(err)
	}
	starter, _ := own.template(&Languages()[0])
	archive, err := txtar.ParseFile("testdata/class.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"dave/my_player3.py": string(starter.Data)}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	for _, name := range []string{"ada", "bob"} {
		files[name+"/my_player3.py"] = string(starter.Data) + files[name+"/my_player3.py"]
	}
	files["eve/my_player3.py"] = string(starter.Data) + files["carl/my_player3.py"][:700] + files["carl/read.py"]
	return own, students(t, own, files)
}

// students are those of the folders that files lie in.
func students(t testing.TB, own *Own, files map[string]string) []Student {
	t.Helper()
	dir := t.TempDir()
	var list []Student
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		who, _, _ := strings.Cut(name, "/")
		if !slices.ContainsFunc(list, func(s Student) bool { return s.Name == who }) {
			list = append(list, Student{Holder: Holder{Name: who}, Folder: who + "-1", Dir: filepath.Join(dir, who)})
		}
	}
	slices.SortFunc(list, func(a, b Student) int { return strings.Compare(a.Name, b.Name) })
	for i := range list {
		var err error
		if list[i].Files, err = own.Files(list[i].Dir); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// written lists the files of a folder.
func written(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

// An export has what each tool reads; the course's own code is the template, and not a
// student's.
func TestExport(t *testing.T) {
	own, class := testClass(t)
	class[0].Arrived = time.Date(2026, 10, 17, 23, 59, 0, 0, time.UTC)
	dir := filepath.Join(t.TempDir(), "similar")
	made, err := own.Export(dir, class)
	if err != nil {
		t.Fatal(err)
	}
	if want := `names.csv
python/info.csv
python/sources.sha256
python/students/ada-1/my_player3.py
python/students/bob-1/my_player3.py
python/students/carl-1/my_player3.py
python/students/carl-1/read.py
python/students/eve-1/my_player3.py
python/template/my_player3.py`; written(t, dir) != want {
		t.Errorf("written:\n%s\nwant:\n%s", written(t, dir), want)
	}
	info, _ := os.ReadFile(filepath.Join(dir, "python", "info.csv"))
	if want := `filename,full_name,created_at,ignored
students/ada-1/my_player3.py,ada,2026-10-17 23:59:00 +0000,
students/bob-1/my_player3.py,bob,,
students/carl-1/my_player3.py,carl,,
students/carl-1/read.py,carl,,
students/eve-1/my_player3.py,eve,,
template/my_player3.py,the course's own code,,true
`; string(info) != want {
		t.Errorf("info.csv:\n%s\nwant:\n%s", info, want)
	}
	if made.Students != 4 || len(made.Languages) != 1 || strings.Join(made.LeftOut, "; ") != "my_player3.py of dave (the course's own)" {
		t.Errorf("%+v", made)
	}
}

// What an earlier export has written goes, what the tools have found and what staff have
// added to the template stays, and a folder with other files is not touched.
func TestExportAgain(t *testing.T) {
	own, class := testClass(t)
	dir := t.TempDir()
	for range 2 {
		if _, err := own.Export(dir, class); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"python/dolos/pairs.csv", "python/template/host.py"} {
		_ = os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755)
		_ = os.WriteFile(filepath.Join(dir, name), []byte("of others"), 0o644)
	}
	if _, err := own.Export(dir, class[:1]); err != nil {
		t.Fatal(err)
	}
	if want := `names.csv
python/dolos/pairs.csv
python/info.csv
python/sources.sha256
python/students/ada-1/my_player3.py
python/template/host.py
python/template/my_player3.py`; written(t, dir) != want {
		t.Errorf("written:\n%s\nwant:\n%s", written(t, dir), want)
	}
	other := t.TempDir()
	_ = os.WriteFile(filepath.Join(other, "names.csv"), []byte("my own list\n"), 0o644)
	if _, err := own.Export(other, class); !errors.Is(err, ErrOccupied) {
		t.Errorf("among other files: %v", err)
	}
	if got := written(t, other); got != "names.csv" {
		t.Errorf("written among other files: %s", got)
	}
}

// Names of people and files are anything, and files that no person has written are large.
func TestExportOfHostileNames(t *testing.T) {
	own := &Own{}
	dir := t.TempDir()
	source := filepath.Join(dir, "submission")
	_ = os.MkdirAll(filepath.Join(source, "-rf pkg"), 0o755)
	for _, name := range []string{"a b.py", "a\tb.py", "A_b.PY", "-n.py", "=cmd|x.py", ".py", ".hidden.py", "-rf pkg/ü.java", "Ü.java", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(source, name), []byte("print(1)"), 0o644); err != nil {
			t.Skip(err)
		}
	}
	_ = os.WriteFile(filepath.Join(source, "large.py"), make([]byte, 1<<20+1), 0o644)
	list, err := own.Files(source)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	made, err := own.Export(out, []Student{{Holder: Holder{Name: "=cmd|'/c calc'!A1\n../../etc", Files: list}, Folder: "cmd-1", Dir: source}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `java/info.csv
java/sources.sha256
java/students/cmd-1/_.java
java/students/cmd-1/rf_pkg/_.java
names.csv
python/info.csv
python/sources.sha256
python/students/cmd-1/A_b.py
python/students/cmd-1/_cmd_x.py
python/students/cmd-1/a_b-2.py
python/students/cmd-1/a_b-3.py
python/students/cmd-1/n.py`; written(t, out) != want {
		t.Errorf("written:\n%s\nwant:\n%s", written(t, out), want)
	}
	f, err := os.Open(filepath.Join(out, "python", "info.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		if row[1] != "'=cmd|'/c calc'!A1 ../../etc" {
			t.Errorf("a name in a table: %q", row[1])
		}
	}
	if got := fmt.Sprintf("%.80s", strings.Join(made.LeftOut, "; ")); !strings.HasPrefix(got, "large.py of ") {
		t.Errorf("left out: %s", got)
	}
}
