package files

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// summed is a folder with files, which has sums.
func summed(t *testing.T) (folder string, s Sums) {
	t.Helper()
	folder = t.TempDir()
	names := []string{"a.jsonl", "b/c d.json", "lock", "a.jsonl.lock", "notes.json", "plots/x.svg"}
	if runtime.GOOS != "windows" {
		names = append(names, "two\nlines", `back\slash`)
	}
	for _, name := range names {
		write(t, folder, name, "of "+name)
	}
	s = SumsOf(folder, "notes.json", "plots")
	if err := s.Write(); err != nil {
		t.Fatal(err)
	}
	return folder, s
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// A folder may be reached by a link, and a killed process may have left a part of a file that
// stands outside.
func TestSumsOfLinkedFolders(t *testing.T) {
	folder, _ := summed(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Skip(err)
	}
	write(t, folder, "notes.json4711", "half")
	s := SumsOf(link, "notes.json", "plots")
	if list, err := s.Check(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	want, err := os.ReadFile(filepath.Join(folder, SumsFile))
	if err != nil || s.Write() != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, SumsFile)); err != nil || string(got) != string(want) {
		t.Errorf("%s, %v, want\n%s", got, err, want)
	}
}

// What has changed, is gone or was added is named; locks, and what stands outside, are not.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(folder string) error
		want string
	}{
		{"nothing", func(string) error { return nil }, "[]"},
		{"changed", func(f string) error { return os.WriteFile(filepath.Join(f, "a.jsonl"), []byte("of a.jsonm"), 0o644) }, "[a.jsonl: it is not what was written here]"},
		{"gone", func(f string) error { return os.RemoveAll(filepath.Join(f, "b")) }, "[b/c d.json: it is missing]"},
		{"added", func(f string) error { return os.WriteFile(filepath.Join(f, "b", "more"), nil, 0o644) }, "[b/more: it was added after the record was finished]"},
		{"a lock, labels and figures", func(f string) error {
			return errors.Join(os.Remove(filepath.Join(f, "lock")), os.WriteFile(filepath.Join(f, "notes.json"), nil, 0o644), os.WriteFile(filepath.Join(f, "plots", "y.svg"), nil, 0o644))
		}, "[]"},
		{"a damaged line", func(f string) error { return os.WriteFile(filepath.Join(f, SumsFile), []byte("x"), 0o644) }, "[SHA256SUMS:1: it is no line of sums a.jsonl: it was added"},
		{"a path that leads out", func(f string) error {
			return os.WriteFile(filepath.Join(f, SumsFile), []byte(strings.Repeat("0", 64)+"  ../x\n"), 0o644)
		}, "[SHA256SUMS:1: it is no line of sums a.jsonl: it was added"},
		{"a folder in place of a file", func(f string) error {
			return errors.Join(os.Remove(filepath.Join(f, "a.jsonl")), os.Mkdir(filepath.Join(f, "a.jsonl"), 0o755))
		}, "[a.jsonl: "},
		{"the sums", func(f string) error { return os.Remove(filepath.Join(f, SumsFile)) }, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, s := summed(t)
			if err := c.act(folder); err != nil {
				t.Fatal(err)
			}
			list, err := s.Check()
			if got := fmt.Sprint(list); err != nil || !strings.HasPrefix(got, c.want) || s.Exist() != (c.name != "the sums") {
				t.Errorf("%s, %v", got, err)
			}
			var changed *Changed
			if err := s.Require(nil); errors.As(err, &changed) != (c.want != "[]") {
				t.Errorf("required: %v", err)
			}
			if err := s.Require(func(Change) bool { return true }); err != nil {
				t.Errorf("excused: %v", err)
			}
		})
	}
}

// Others verify the sums, whatever the names are.
func TestSumsAreThoseOfCoreutils(t *testing.T) {
	program, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("there is no sha256sum")
	}
	folder, _ := summed(t)
	check := exec.Command(program, "-c", "--strict", SumsFile)
	check.Dir = folder
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	again := exec.Command(program, "a.jsonl", "b/c d.json", `back\slash`, "two\nlines")
	again.Dir = folder
	text, err := os.ReadFile(filepath.Join(folder, SumsFile))
	if out, e := again.Output(); string(out) != string(text) && runtime.GOOS != "windows" {
		t.Errorf("%v %v\n%s\nwant\n%s", err, e, text, out)
	}
}

// A single file has its sums beside it.
func TestSumsBeside(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "games.jsonl", "{}")
	path := filepath.Join(folder, "games.jsonl")
	s := SumsBeside(path)
	if err := s.Write(); err != nil {
		t.Fatal(err)
	}
	write(t, folder, "another", "")
	if list, err := s.Check(); len(list) > 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if all := AllBeside(folder); len(all) != 1 || all[0] != path {
		t.Errorf("%q", all)
	}
	write(t, folder, "games.jsonl", "{ }")
	if list, err := s.Check(); len(list) != 1 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if err := s.Remove(); err != nil || s.Exist() {
		t.Error(err)
	}
}
