package files

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func isWhole(line []byte) bool {
	return bytes.HasPrefix(line, []byte("{")) && bytes.HasSuffix(line, []byte("}"))
}

func TestJournalKeepsLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, lines, err := OpenJournal(path, isWhole)
	if err != nil || len(lines) != 0 {
		t.Fatal(lines, err)
	}
	var group sync.WaitGroup
	for i := range 100 {
		group.Go(func() {
			if err := j.Append(fmt.Appendf(nil, "{%d}", i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if _, _, err := OpenJournal(path, isWhole); !errors.Is(err, ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, lines, err = OpenJournal(path, isWhole)
	if err != nil || len(lines) != 100 {
		t.Fatal(len(lines), err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// A journal that is removed leaves nothing, and one that is cleared begins anew.
func TestJournalClearsAndRemoves(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "journal")
	j, _, err := OpenJournal(path, isWhole)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Append([]byte("{1}")), j.Clear(), j.Append([]byte("{2}")), j.Close()); err != nil {
		t.Fatal(err)
	}
	j, lines, err := OpenJournal(path, isWhole)
	if err != nil || len(lines) != 1 || string(lines[0]) != "{2}" {
		t.Fatalf("%q, %v", lines, err)
	}
	if err := j.Remove(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
		t.Error(left, err)
	}
}

func TestTornLinesAreCutOff(t *testing.T) {
	for _, c := range []struct{ name, data, left, err string }{
		{"whole", "{1}\n{2}\n", "{1}\n{2}\n", ""},
		{"no end", "{1}\n{2}", "{1}\n", ""},
		{"half a line", "{1}\n{2", "{1}\n", ""},
		{"nothing but half a line", "{1", "", "first line is none"},
		{"another file", "my diary\nday 2\n", "", "first line is none"},
		{"nothing but zeros", "\x00\x00", "", ""},
		{"zeros of a lost block", "{1}\n\x00\x00\x00", "{1}\n", ""},
		{"half a line with an end", "{1}\n{2\n", "{1}\n", ""},
		{"damage before the end", "{1}\n{2\n{3}\n", "", "line 2 is none"},
		{"noise at the end", "{1}\nx\ny\n\n{2", "{1}\n", ""},
		{"empty", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			if err := os.WriteFile(path, []byte(c.data), 0o644); err != nil {
				t.Fatal(err)
			}
			j, lines, err := OpenJournal(path, isWhole)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want %s", err, c.err)
				}
				if left, err := os.ReadFile(path); err != nil || string(left) != c.data {
					t.Errorf("left %q, %v", left, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(j.Append([]byte("{new}")), j.Close()); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != c.left+"{new}\n" || len(lines) != strings.Count(c.left, "\n") {
				t.Errorf("%q, %d lines, %v", got, len(lines), err)
			}
		})
	}
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte("{1}\n{2"))
	f.Add([]byte("{1}\n\x00\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, good, err := wholeLines(data, isWhole)
		if err != nil {
			return
		}
		var joined []byte
		for _, line := range lines {
			joined = append(append(joined, line...), '\n')
		}
		if !bytes.Equal(joined, data[:good]) {
			t.Errorf("%q of %q", joined, data)
		}
	})
}
