package hosttool

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// script writes a program that prints the folder and the variables that it is started with.
func script(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\npwd\nenv\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// No program of the current folder is found, however the PATH names it.
func TestPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs scripts")
	}
	top := t.TempDir()
	strangers, own := filepath.Join(top, "strangers"), filepath.Join(top, "own")
	script(t, filepath.Join(strangers, "bin/python3"))
	script(t, filepath.Join(own, "python3"))
	t.Chdir(strangers)
	if err := os.Symlink(strangers, filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	theirs, ours := filepath.Join(strangers, "bin/python3"), filepath.Join(own, "python3")
	for _, c := range []struct{ about, path, home, find, path1 string }{
		{"relative folders", ".::bin:./bin:" + own, top, ours, ours},
		{"only a relative folder", "bin", "/nowhere", "", ""},
		{"an absolute folder", strangers + "/bin:" + own, "/nowhere", theirs, ours},
		{"a link to it", top + "/link/bin:" + own, "/nowhere", top + "/link/bin/python3", ours},
		{"only an absolute folder", strangers + "/bin", "/nowhere", theirs, ""},
		{"the user's home", strangers + "/bin", strangers, theirs, theirs},
	} {
		t.Setenv("PATH", c.path)
		t.Setenv("HOME", c.home)
		find, _ := Find("python3")
		path, _ := Path("python3")
		if find != c.find || path != c.path1 {
			t.Errorf("%s: Find %q, Path %q; want %q, %q", c.about, find, path, c.find, c.path1)
		}
	}
}

// A tool learns nothing of the current folder, and gets no variable that changes what it does.
func TestCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs scripts")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	script(t, program)
	t.Chdir(dir)
	for name, value := range map[string]string{
		"HOME": "/home/ann", "PYENV_VERSION": "3.11", "PATH": ".:/usr/bin::bin:/bin", "LD_LIBRARY_PATH": "lib:/opt/lib",
		"PYENV_DIR": dir, "OLDPWD": dir, "GIT_DIR": "x", "PYTHONPATH": "x", "JAVA_TOOL_OPTIONS": "-Dx", "BASH_ENV": "x", "LD_PRELOAD": "",
	} {
		t.Setenv(name, value)
	}
	out, err := Command(t.Context(), program).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if lines[0] != "/" {
		t.Errorf("it ran in %s", lines[0])
	}
	for _, want := range []string{"HOME=/home/ann", "PYENV_VERSION=3.11", "PATH=/usr/bin:/bin", "LD_LIBRARY_PATH=/opt/lib", "PWD=/"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
	for _, line := range lines {
		for _, name := range []string{"PYENV_DIR", "OLDPWD", "GIT_DIR", "PYTHONPATH", "JAVA_TOOL_OPTIONS", "BASH_ENV", "LD_PRELOAD"} {
			if strings.HasPrefix(line, name+"=") {
				t.Errorf("it got %s", line)
			}
		}
	}
}
