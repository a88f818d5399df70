// Package pythontest spares tests the scripts that stand in for Python.
package pythontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Straighten makes this process's PATH lead to Python itself instead of a script that
// looks for it, as pyenv's does: every process of the lab would run that script again.
func Straighten() {
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
