package compile

import (
	"os"
	"path/filepath"
	"testing"
)

// A python3 that is a script, like pyenv's, is asked only once where Python is.
func TestPythonIsAskedOnce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	for _, python := range []string{"/there/python3", "/elsewhere/python3"} {
		if err := os.WriteFile(filepath.Join(dir, "python3"), []byte("#!/bin/sh\necho "+python+" 3.9.1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if found, err := FindPython(t.Context(), dir); err != nil || found != (Interpreter{"/there/python3", "3.9.1"}) {
			t.Errorf("%+v, %v", found, err)
		}
	}
}
