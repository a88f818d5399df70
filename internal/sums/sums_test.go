package sums

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/files"
)

func put(t testing.TB, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made is a folder with a file that was replaced twice, and one that has grown, was
// cut, and has grown again.
func made(t testing.TB) string {
	folder := t.TempDir()
	ok(t, Replace(folder, "state.json", []byte("{\n\"a\": 1\n}\n")))
	ok(t, Replace(folder, "state.json", []byte("{\n\"a\": 2\n}\n")))
	put(t, folder, "lines", "one\ntwo\nTHREE\n")
	ok(t, Write(folder, Added("lines", 0, []byte("one\ntwo\n")), Added("lines", 8, []byte("THREE\n"))))
	ok(t, Write(folder, Truncated("lines", 8)))
	put(t, folder, "lines", "one\ntwo\nthree\nfour\n")
	ok(t, Write(folder, Added("lines", 8, []byte("three\nfour\n"))))
	return folder
}

func TestWhatIsFound(t *testing.T) {
	for _, c := range []struct{ about, file, text, want string }{
		{"nothing", "lines", "one\ntwo\nthree\nfour\n", ""},
		{"a changed line", "lines", "one\ntwo\nthree\nfive\n", "lines:4: it is not what was written here"},
		{"changes in two blocks", "lines", "one\ntvo\ntree?\nfour\n", "lines:2: it is not what was written here; lines:3: it is not what was written here"},
		{"lost lines", "lines", "one\ntwo\nthree\n", "lines:4: lines that were here are gone"},
		{"lines that are not finished", "lines", "one\ntwo\nthree\nfour\nfi", ""},
		{"the contents before, when a process was killed", "state.json", "{\n\"a\": 1\n}\n", ""},
		{"a changed digit", "state.json", "{\n\"a\": 3\n}\n", "state.json:2: it is not what was written here"},
		{"a line too many", "state.json", "{\n\"a\": 2\n}\n\n", "state.json:4: it is not what was written here"},
		{"an empty file", "state.json", "", "state.json:1: it is not what was written here"},
		{"a file without checksums", "other", "x", ""},
	} {
		folder := made(t)
		put(t, folder, c.file, c.text)
		if got := list(t, folder); got != c.want {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
	}
}

func list(t testing.TB, folder string) string {
	t.Helper()
	changes, err := Check(folder, nil)
	ok(t, err)
	var texts []string
	for _, c := range changes {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, "; ")
}

// Each changed byte is found, and blamed on its own line; one of the checksums
// themselves is blamed on them.
func TestEveryByteCounts(t *testing.T) {
	folder := made(t)
	for _, name := range []string{"lines", "state.json", File} {
		path := filepath.Join(folder, name)
		good, err := os.ReadFile(path)
		ok(t, err)
		for at := range good {
			bad := bytes.Clone(good)
			bad[at] ^= 1 << (at % 8)
			put(t, folder, name, string(bad))
			line := 1 + bytes.Count(good[:at], []byte("\n"))
			if got := list(t, folder); !strings.HasPrefix(got, fmt.Sprintf("%s:%d: ", name, line)) && !(name == File && at == len(good)-1) {
				t.Errorf("%s, byte %d of line %d: %q", name, at, line, got)
			}
		}
		put(t, folder, name, string(good))
	}
}

// However much of the last write of checksums a killed process has done, nothing is
// reported, and the next process continues.
func TestKilledWriters(t *testing.T) {
	for cut := 1; ; cut += 11 {
		folder := made(t)
		path := filepath.Join(folder, File)
		before, err := os.ReadFile(path)
		ok(t, err)
		ok(t, Write(folder, Replaced("state.json", []byte("{}\n"))))
		after, err := os.ReadFile(path)
		ok(t, err)
		if len(before)+cut > len(after) {
			return
		}
		put(t, folder, File, string(after[:len(before)+cut])) // the file is not replaced yet
		if got := list(t, folder); got != "" {
			t.Fatalf("cut after %d bytes: %s", cut, got)
		}
		ok(t, Replace(folder, "state.json", []byte("[]\n")))
		if got := list(t, folder); got != "" {
			t.Fatalf("cut after %d bytes, and written again: %s", cut, got)
		}
		put(t, folder, "state.json", "[1]\n")
		if got := list(t, folder); got != "state.json:1: it is not what was written here" {
			t.Fatalf("cut after %d bytes, and damaged: %q", cut, got)
		}
	}
}

// Who reads while a process writes sees no change.
func TestReadersOfARunningProcess(t *testing.T) {
	folder := t.TempDir()
	ok(t, Replace(folder, "state", []byte("0\n")))
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 40 && err == nil; i++ {
			text := []byte(fmt.Sprintf("%d\n", i))
			if err = Write(folder, Replaced("state", text)); err == nil {
				err = files.Replace(filepath.Join(folder, "state"), text)
			}
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			ok(t, err)
			return
		default:
			if got := list(t, folder); got != "" {
				t.Fatal(got)
			}
		}
	}
}

// Files of before have no checksums.
func TestNoChecksums(t *testing.T) {
	folder := t.TempDir()
	put(t, folder, "state", "x")
	if got := list(t, folder); got != "" {
		t.Error(got)
	}
	ok(t, Require(folder, nil))
	if n, err := Covered(folder, "state"); n != 0 || err != nil {
		t.Error(n, err)
	}
}

// Whatever the file of checksums holds, only places that exist are reported.
func FuzzLedger(f *testing.F) {
	folder := made(f)
	text, err := os.ReadFile(filepath.Join(folder, File))
	ok(f, err)
	f.Add(text, []byte("one\ntwo\n"))
	f.Add([]byte("{}\n~\n{"), []byte(""))
	for _, n := range []Entry{{File: "lines", From: 1 << 62, Bytes: 1 << 62}, {File: "../x", Bytes: 1}, {File: "lines", From: -1}, {File: "a\nb"}, {File: "lines", Bytes: 3, Sums: []Sum{1, 2, 3}}} {
		line, err := n.append(nil)
		ok(f, err)
		f.Add(line, []byte("one\ntwo\n"))
	}
	f.Fuzz(func(t *testing.T, text, lines []byte) {
		l := parse(text)
		for _, c := range append(l.compare("lines", lines), l.compare("state.json", lines)...) {
			if c.Line < 1 || c.What == "" || strings.ContainsAny(c.File, "\n\x1b") || c.Line > bytes.Count(lines, []byte("\n"))+1 {
				t.Errorf("%+v", c)
			}
		}
	})
}
