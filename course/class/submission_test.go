//go:build unix

package class

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"evolab/course"
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

// Whatever lies in a class's folder is one submission with a status of its own.
func TestFind(t *testing.T) {
	dir := fill(t, map[string]string{
		"Ada, \"A\" <script>/my_player3.py": "1",
		"two\nlines/my_player3.py":          "2",
		"=1+1/my_player3.py":                "3",
		"exec:cmd=true":                     "4",
		"alone.py":                          "5",
		"nested/nested/nested/a.py":         "6",
		"nested/__MACOSX/a.py":              "7",
		"twin/my_player3.py":                "3",
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
		`Ada, "A" <script>`: {course.Correct, ""}, "two\nlines": {course.Correct, ""}, "=1+1": {course.Correct, ""}, "alone.py": {course.Correct, ""},
		"nested": {course.Correct, ""}, "twin": {course.Correct, ""}, "inner": {course.Correct, ""},
		"exec:cmd=true": {course.NoProgram, "it is no source (.py, .cpp or .java) and no folder"},
		"notes.txt":     {course.NoProgram, "it is no source (.py, .cpp or .java) and no folder"},
		"pipe":          {course.NoProgram, "it is neither a file nor a folder"},
		"empty":         {course.NoProgram, "the folder is empty"},
		"Packed.ZIP":    {course.NoProgram, "it is an archive: hand in what is in it"},
		"big":           {course.Refused, "it holds more than 64 MB"},
		"linked":        {course.Refused, "it is a link, which is not followed: hand in the files themselves"},
		"out":           {course.Refused, "the link my_player3.py leads out of the folder, to /etc/passwd"},
		"round":         {course.Refused, "the link my_player3.py leads out of the folder, to here/../3/my_player3.py"},
		"odd":           {course.Refused, "pipe is a pipe, which is no file, folder or link"},
	}
	list, err := find(t.Context(), dir)
	if err != nil || len(list) != len(want) {
		t.Fatalf("%d submissions, %v", len(list), err)
	}
	for _, s := range list {
		if w, ok := want[s.Name]; !ok || s.Verdict != w.verdict || s.Problem != w.problem {
			t.Errorf("%q: %s, %q; want %s, %q", s.Name, s.Verdict, s.Problem, w.verdict, w.problem)
		}
		if twin := map[string]string{"twin": "=1+1"}[s.Name]; s.Twin != twin {
			t.Errorf("%q is the twin of %q, want %q", s.Name, s.Twin, twin)
		}
	}
	for _, dir := range []string{at("empty"), at("nowhere"), at("alone.py")} {
		if _, err := find(t.Context(), dir); !errors.Is(err, ErrNobody) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
