// Package hosttool starts the programs of this machine that the lab asks: Git, interpreters,
// compilers. The current folder may be a stranger's, and many tools obey what lies there:
// version managers read .python-version or .tool-versions, which may name a program of
// that folder, javac loads annotation processors, Git runs what .git/config names. So no
// tool is looked for or started there.
package hosttool

import (
	"context"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// Find returns the path of the first program of a name in the PATH, whose relative folders
// do not count: they mean the current folder.
func Find(name string) (string, error) {
	for path := range candidates(name) {
		return path, nil
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// Path is Find for a program to be started with Command: one in a stranger's folder does
// not count.
func Path(name string) (string, error) {
	for path := range candidates(name) {
		if !InStrangersFolder(path) {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// candidates are the programs of a name in the PATH.
func candidates(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if filepath.IsAbs(name) {
			if path, err := exec.LookPath(name); err == nil {
				yield(path)
			}
			return
		}
		if filepath.Base(name) != name {
			return
		}
		for _, dir := range absolute(os.Getenv("PATH")) {
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && !yield(path) {
				return
			}
		}
	}
}

// InStrangersFolder reports whether a file lies in the current folder, which may be a
// stranger's unless it holds the user's home.
func InStrangersFolder(path string) bool {
	current, err := os.Getwd()
	if err != nil {
		return false
	}
	home, err := os.UserHomeDir()
	for _, folder := range both(current) {
		if filepath.Dir(folder) == folder || err == nil && inside(home, folder) {
			continue
		}
		for _, dir := range both(filepath.Dir(path)) {
			if inside(dir, folder) {
				return true
			}
		}
	}
	return false
}

// both is a folder under its name and under the one without links.
func both(folder string) []string {
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		return []string{folder, real}
	}
	return []string{folder}
}

func inside(path, folder string) bool {
	between, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(between)
}

// Command prepares a command of a program that Path has found: in a folder of the
// machine's administrator, with a clean environment. Files among the arguments need
// absolute paths.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	const patience = time.Second
	c := exec.CommandContext(ctx, path, args...)
	c.Dir, c.Env = neutralFolder(), environment(os.Environ())
	c.WaitDelay = patience // for what else holds its output open once it has been killed
	return c
}

func neutralFolder() string {
	if dir := os.Getenv("SystemRoot"); runtime.GOOS == "windows" && filepath.IsAbs(dir) {
		return dir
	}
	return string(filepath.Separator)
}

var (
	// kept matches the variables that tools need: who the user is, what Windows needs to
	// start a program, and which version the user has chosen.
	kept = regexp.MustCompile(`(?i)^(HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|` +
		`SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramFiles|ProgramData|NUMBER_OF_PROCESSORS|` +
		`XDG_(CONFIG|DATA|CACHE|STATE)_HOME|JAVA_HOME|(PYENV|JENV|NODENV)_(ROOT|VERSION)|(ASDF|MISE)_(DIR|DATA_DIR|CONFIG_DIR)|(SDKMAN|NVM)_DIR|VOLTA_HOME)$`)
	// lists matches those that are lists of folders.
	lists = regexp.MustCompile(`(?i)^(PATH|LD_LIBRARY_PATH|LIBRARY_PATH)$`)
)

// environment is what a tool gets of the lab's variables.
func environment(all []string) []string {
	list := []string{"PWD=" + neutralFolder()}
	for _, variable := range all {
		name, value, _ := strings.Cut(variable, "=")
		switch {
		case lists.MatchString(name):
			list = append(list, name+"="+strings.Join(absolute(value), string(filepath.ListSeparator)))
		case kept.MatchString(name):
			list = append(list, variable)
		}
	}
	return list
}

// absolute keeps the absolute folders of a list like PATH.
func absolute(list string) []string {
	var kept []string
	for _, dir := range filepath.SplitList(list) {
		if filepath.IsAbs(dir) {
			kept = append(kept, dir)
		}
	}
	return kept
}
