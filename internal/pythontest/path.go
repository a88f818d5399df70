// Package pythontest spares tests the scripts that stand in for Python.
package pythontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Straighten lets the path of this process lead to Python itself where it leads to
// a script that looks for it, as pyenv's: every process of the lab asks it anew.
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
