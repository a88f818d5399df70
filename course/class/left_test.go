//go:build unix

package class

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"evolab/arena"
)

// games are those of a results folder, in order, without what a game took.
func games(t *testing.T, out string) string {
	t.Helper()
	var list []string
	for text := range strings.Lines(read(t, out, journalFile)) {
		l, err := arena.ParseLine([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if l.Reason == arena.Illegal && strings.Contains(l.First+l.Second, "it ") {
			t.Errorf("an attack has succeeded: %s", text)
		}
		list = append(list, fmt.Sprintln(l.First, l.Second, l.Game, l.Winner, l.Reason, l.Moves))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// state is all that can be seen of a folder.
func state(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum := [sha256.Size]byte{}
		if info.Mode().IsRegular() && info.Size() < 1<<20 {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(data)
		}
		fmt.Fprintf(&b, "%q %v %d %v %x\n", path, info.Mode(), info.Size(), info.ModTime(), sum[:4])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// gone waits until nothing runs that a submission has started.
func (y *yard) gone() {
	y.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		list := y.running()
		if len(list) == 0 {
			return
		}
		if time.Now().After(until) {
			y.Errorf("left running: %q", list)
			return
		}
	}
}

func (y *yard) running() (list []string) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue
		}
		if slices.Contains(strings.Split(string(text), "\x00"), y.left) {
			list = append(list, string(text))
		}
	}
	return list
}

// quiet looks for what no page and no table may hold.
func (y *yard) quiet(out string) {
	y.Helper()
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text := read(y.T, path)
		for _, bad := range []string{"<script", "\x1b", marker} {
			if strings.Contains(text, bad) && (bad == marker || strings.HasSuffix(path, ".html")) {
				y.Errorf("%s holds %q", path, bad)
			}
		}
		return nil
	})
	if err != nil {
		y.Error(err)
	}
}
