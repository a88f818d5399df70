package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// linked is a folder with a file, a folder below, and links of each kind.
func linked(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := t.TempDir()
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "file"), []byte("old"), 0o600),
		os.MkdirAll(filepath.Join(dir, "sub/deep"), 0o755),
		os.Symlink("file", filepath.Join(dir, "to-file")),
		os.Symlink("later", filepath.Join(dir, "dangling")),
		os.Symlink("dangling", filepath.Join(dir, "twice")),
		os.Symlink("sub/deep", filepath.Join(dir, "to-deep")),
		os.Symlink("../later", filepath.Join(dir, "sub/deep/up")),
		os.Symlink("nosuch/later", filepath.Join(dir, "nowhere")),
		os.Symlink("round", filepath.Join(dir, "round")),
		os.Symlink(os.DevNull, filepath.Join(dir, "null")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What is written through a link is at its end, with the mode of any other file.
func TestReplaceFollowsLinks(t *testing.T) {
	for _, c := range []struct {
		path, file string
		mode       fs.FileMode
	}{
		{"file", "file", 0o600},
		{"to-file", "file", 0o600},
		{"new", "new", 0o644},
		{"dangling", "later", 0o644},
		{"twice", "later", 0o644},
		{"to-deep/up", "sub/later", 0o644},
	} {
		t.Run(c.path, func(t *testing.T) {
			dir := linked(t)
			if err := Replace(filepath.Join(dir, c.path), []byte("new")); err != nil {
				t.Fatal(err)
			}
			got := filepath.Join(dir, c.file)
			info, err := os.Lstat(got)
			if err != nil || info.Mode() != c.mode {
				t.Fatalf("%v, %v; want mode %v", info, err, c.mode)
			}
			if data, err := os.ReadFile(got); string(data) != "new" || err != nil {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
}

func TestDestinationRefuses(t *testing.T) {
	dir := linked(t)
	for path, want := range map[string]string{
		"sub":        "is a directory",
		"to-deep":    "is a directory",
		"nowhere":    "no such file",
		"nosuch/new": "no such file",
		"file/new":   "not a directory",
		"round":      "too many levels of symbolic links",
	} {
		if file, stream, err := Destination(filepath.Join(dir, path)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, %v; want %s", path, file, stream, err, want)
		}
	}
	if _, stream, err := Destination(filepath.Join(dir, "null")); !stream || err != nil {
		t.Errorf("a device: stream %v, %v", stream, err)
	}
}

// Journals find each other through a link, and a device takes the lines.
func TestJournalThroughLinks(t *testing.T) {
	dir := linked(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	j, _, err := OpenJournal(at("dangling"), isWhole)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenJournal(at("later"), isWhole); !errors.Is(err, ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := errors.Join(j.Append([]byte("{1}")), j.Close()); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(at("later")); string(data) != "{1}\n" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	null, lines, err := OpenJournal(at("null"), isWhole)
	if err != nil || lines != nil {
		t.Fatal(lines, err)
	}
	if err := errors.Join(null.Append([]byte("{1}")), null.Clear(), null.Flush(), null.Remove()); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&fs.ModeDevice == 0 {
		t.Errorf("%s is %v, %v", os.DevNull, info.Mode(), err)
	}
}

func TestMakeFolder(t *testing.T) {
	dir := linked(t)
	for path, folder := range map[string]string{"new/below": "new/below", "twice/below": "later/below", "nowhere": "nosuch/later", "to-deep/up/x": "sub/later/x", "sub": "sub"} {
		if err := MakeFolder(filepath.Join(dir, path)); err != nil {
			t.Errorf("%s: %v", path, err)
		} else if info, err := os.Lstat(filepath.Join(dir, folder)); err != nil || !info.IsDir() {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	if err := MakeFolder(filepath.Join(dir, "file/below")); err == nil {
		t.Error("a folder in a file")
	}
}

// A file that is expected is never a pipe, which may keep whoever opens it for ever.
func TestOpenRefusesAnythingButFiles(t *testing.T) {
	dir := linked(t)
	for path, want := range map[string]string{"null": "it is a device (expected: a file)", "sub": "is a directory", "dangling": "no such file"} {
		if f, err := Open(filepath.Join(dir, path)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", path, f, err, want)
		}
	}
	f, err := Open(filepath.Join(dir, "to-file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, err := io.ReadAll(f); string(data) != "old" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}
