// Package tooltest is for tests that compile or run programs: whoever has Go alone can run
// the others, and no check is left out unseen where all of them have to run.
package tooltest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// Need skips a test on a machine without one of the tools that it starts. With -long,
// which is for machines that have them all, the test fails.
func Need(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if longtest.Enabled() {
			t.Fatalf("no %s on this machine: install it", name)
		}
		t.Skipf("no %s on this machine", name)
	}
}

// StraightenPython makes this process's PATH lead to Python itself instead of a script that
// looks for it, as pyenv's does: every process of the lab would run that script again.
func StraightenPython() {
	path, err := exec.LookPath("python3")
	if err != nil {
		return
	}
	out, err := exec.Command(path, "-c", "import sys; print(sys.executable)").Output()
	script, python := filepath.Dir(path), filepath.Dir(strings.TrimSpace(string(out)))
	if err != nil || python == script {
		return
	}
	list := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool { return dir == script })
	os.Setenv("PATH", strings.Join(append([]string{python}, list...), string(filepath.ListSeparator)))
}
