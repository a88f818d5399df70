package lab

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A runs folder that cannot be written to gets a hint; other files do not.
func TestReadOnlyRunsGetAHint(t *testing.T) {
	dir := t.TempDir()
	a := &app{err: io.Discard, dir: dir}
	inside := filepath.Join(dir, "2026-01-02-030405-x", "labels.json")
	for _, test := range []struct {
		err  error
		hint bool
	}{
		{&fs.PathError{Op: "mkdir", Path: inside, Err: syscall.EROFS}, true},
		{&fs.PathError{Op: "open", Path: dir, Err: syscall.EACCES}, true},
		{&fs.PathError{Op: "mkdir", Path: filepath.Dir(dir), Err: syscall.EPERM}, true},
		{&fs.PathError{Op: "open", Path: inside, Err: syscall.ENOENT}, false},
		{&fs.PathError{Op: "open", Path: dir + "-other", Err: syscall.EACCES}, false},
		{&exitError{exitBadInput, &fs.PathError{Op: "open", Path: inside, Err: syscall.EACCES}, "another"}, false},
		{nil, false},
	} {
		got := a.readOnly(test.err)
		var known *exitError
		hinted := errors.As(got, &known) && strings.Contains(known.hint, "the runs are in "+dir+"; --dir or EVOLAB_DIR")
		if hinted != test.hint {
			t.Errorf("%v: %+v", test.err, known)
		}
		if wrapped := a.readOnly(fmt.Errorf("files: %w", test.err)); test.hint && !errors.As(wrapped, &known) {
			t.Errorf("wrapped %v: no hint", test.err)
		}
	}
}
