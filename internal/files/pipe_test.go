//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A pipe is refused where a file is read, and written to as it is.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const refused = "it is a pipe (expected: a file)"
	if _, err := Read(pipe, 100); err == nil || !strings.Contains(err.Error(), refused) {
		t.Errorf("read: %v", err)
	}
	if _, err := TakeLock(pipe); err == nil || !strings.Contains(err.Error(), refused) {
		t.Errorf("lock: %v", err)
	}
	read := make(chan string)
	go func() {
		data, err := os.ReadFile(pipe)
		if err != nil {
			t.Error(err)
		}
		read <- string(data)
	}()
	if err := Replace(pipe, []byte("text")); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "text" {
		t.Errorf("%q", got)
	}
	go func() {
		data, err := ReadArgument(pipe, 100)
		if err != nil {
			t.Error(err)
		}
		read <- string(data)
	}()
	j, _, err := OpenJournal(pipe, isWhole)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Append([]byte("\ufeff{1}")), j.Close()); err != nil {
		t.Error(err)
	}
	if got := <-read; got != "{1}\n" {
		t.Errorf("%q", got)
	}
}
