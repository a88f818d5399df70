package host

import (
	"os"
	"path/filepath"
	"strings"
)

// installed finds out from the files around an interpreter what it needs, without
// running it.
func installed(path string) interpreter {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return interpreter{}
	}
	i := interpreter{bin: filepath.Dir(path)}
	if prefix := above(real); isInstallation(prefix) {
		venv := above(path)
		if mark, err := os.Lstat(filepath.Join(venv, "pyvenv.cfg")); err == nil && mark.Mode().IsRegular() {
			i.needs = append(i.needs, shown(venv)...)
		}
		i.needs = append(i.needs, shown(prefix)...)
	}
	return i
}

// above returns the folder that holds a program's bin folder.
func above(path string) string { return filepath.Dir(filepath.Dir(path)) }

// isInstallation reports whether a folder has a file that marks it as the prefix of an
// interpreter: of Python, of Java up to 8, of Java since then, or of Node.
func isInstallation(dir string) bool {
	for _, pattern := range []string{"lib/python3*/os.py", "jre/lib/rt.jar", "lib/modules", "include/node/node.h"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 && !strings.ContainsAny(dir, `*?[\`) {
			return true
		}
	}
	return false
}

// shown returns what a program may see of an interpreter's prefix: all of it, or only
// the interpreter's parts if the user works in there, as where the virtual
// environment is the project's folder. A prefix that holds the user's home is not
// shown at all.
func shown(prefix string) []string {
	real, err := filepath.EvalSymlinks(prefix)
	if err != nil || !filepath.IsAbs(prefix) || covered(prefix, base) || real == "/" {
		return nil
	}
	if home, err := os.UserHomeDir(); err == nil && covered(home, []string{real}) {
		return nil // it would show everything there
	}
	if work, err := os.Getwd(); err != nil || !covered(work, []string{prefix, real}) {
		return []string{prefix}
	}
	var list []string
	for _, part := range []string{"bin", "lib", "lib64", "include", "share", "pyvenv.cfg"} {
		if path := filepath.Join(prefix, part); exists(path) {
			list = append(list, path)
		}
	}
	return list
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
