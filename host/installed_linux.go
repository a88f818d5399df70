package host

import (
	"os"
	"path/filepath"
	"strings"
)

// What lies in the folder above bin, one of each line, if that is where an
// interpreter is installed: a Python, a Java (8 and before, then those since), a Node.
var installations = []string{"lib/python3*/os.py", "jre/lib/rt.jar", "lib/modules", "include/node/node.h"}

// installed is what an interpreter needs by the files around it, which are
// looked at and not run.
func installed(path string) interpreter {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return interpreter{}
	}
	i := interpreter{bin: filepath.Dir(path)}
	if venv := above(path); isFile(filepath.Join(venv, "pyvenv.cfg")) && isInstallation(above(real)) {
		i.needs = append(i.needs, shown(venv)...)
	}
	if prefix := above(real); isInstallation(prefix) {
		i.needs = append(i.needs, shown(prefix)...)
	}
	return i
}

// above is the folder that holds the folder bin with a program in it.
func above(path string) string { return filepath.Dir(filepath.Dir(path)) }

func isFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

func isInstallation(dir string) bool {
	for _, pattern := range installations {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 && !strings.ContainsAny(dir, `*?[\`) {
			return true
		}
	}
	return false
}

// partsOf an interpreter are what it reads of its own.
var partsOf = []string{"bin", "lib", "lib64", "include", "share", "pyvenv.cfg"}

// shown is what a program may see of an interpreter's prefix: all of it, or, if
// the user's work lies in it too, as where the virtual environment is the
// project's folder, the interpreter's parts. Of the home itself it is nothing.
func shown(prefix string) []string {
	real, err := filepath.EvalSymlinks(prefix)
	if err != nil || !filepath.IsAbs(prefix) || covered(prefix, base) || tooMuch(real) {
		return nil
	}
	if work, err := os.Getwd(); err != nil || !covered(work, []string{prefix, real}) {
		return []string{prefix}
	}
	var list []string
	for _, part := range partsOf {
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
