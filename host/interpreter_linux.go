package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// ask finds out what an interpreter needs besides base. The file on the PATH may be a
// script that finds the interpreter in somebody's home, so ask runs it instead of
// looking at the path.
func ask(path string) interpreter {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || covered(path, base) && covered(real, base) {
		return interpreter{}
	}
	switch name := filepath.Base(path); {
	case strings.HasPrefix(name, "py"):
		const where = `import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix); print(sys.exec_prefix)`
		return ofPrefixes(answered(path, "-I", "-c", where))
	case strings.HasPrefix(name, "java"):
		return ofJava(path)
	case name == "node":
		return ofPrefixes(answered(path, "-p", `process.execPath + "\n" + require("path").resolve(process.execPath, "../..")`))
	}
	return interpreter{}
}

// remembered is like ask, but asks each interpreter only once.
func remembered(path string) interpreter {
	if known, ok := heard.Load(path); ok {
		return known.(interpreter)
	}
	i := ask(path)
	if i.err == nil {
		heard.Store(path, i)
	}
	return i
}

var heard sync.Map

// answered returns the lines that an interpreter prints. It is on the user's own
// PATH, and so is trusted. There are no lines if it fails; an error means that the
// machine could not run it.
func answered(path string, args ...string) ([]string, error) {
	const patience = 20 * time.Second
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	said, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil || err != nil && !errors.As(err, &failed) && Exhausted(err):
		return nil, fmt.Errorf("host: %q could not be asked where it is installed: %w", path, err)
	case err != nil:
		return nil, nil
	}
	return strings.Split(strings.TrimSpace(string(said)), "\n"), nil
}

// ofPrefixes takes the path of an interpreter, then the folders that it reads.
func ofPrefixes(lines []string, err error) interpreter {
	if err != nil {
		return interpreter{err: err}
	}
	if len(lines) < 2 || !filepath.IsAbs(lines[0]) {
		return interpreter{}
	}
	i := interpreter{bin: filepath.Dir(lines[0])}
	for _, prefix := range lines[1:] {
		i.needs = append(i.needs, shown(prefix)...)
	}
	if real, err := filepath.EvalSymlinks(lines[0]); err == nil && !covered(real, append(i.needs, base...)) {
		i.needs = append(i.needs, real)
	}
	if len(i.needs) == 0 {
		i.needs = []string{lines[0]} // bin goes on the PATH, so the interpreter must be visible there
	}
	return i
}

// ofJava asks the java beside a path, or else the path itself, for its home.
func ofJava(path string) interpreter {
	for _, java := range []string{filepath.Join(filepath.Dir(path), "java"), path} {
		lines, err := answered(java, "-XshowSettings:properties", "-version")
		if err != nil {
			return interpreter{err: err}
		}
		for _, line := range lines {
			if home, ok := strings.CutPrefix(strings.TrimSpace(line), "java.home = "); ok {
				return interpreter{bin: filepath.Join(home, "bin"), needs: shown(home)}
			}
		}
	}
	return interpreter{}
}

// absolute matches the words of a command that are absolute paths.
var absolute = regexp.MustCompile(`/[^\s'";|&<>()]+`)

// named returns the interpreters and programs that a command calls by their path. It
// runs an interpreter only if that is on the user's PATH: any other may be the very
// program to be confined, under an interpreter's name.
func named(command string) []interpreter {
	var list []interpreter
	for _, path := range absolute.FindAllString(command, -1) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 || covered(path, base) {
			continue
		}
		var i interpreter
		if slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(path)) {
			i = remembered(path)
		} else {
			i = installed(path)
		}
		i.needs, i.bin = append(slices.Clone(i.needs), path), ""
		if shims := filepath.Dir(path); filepath.Base(shims) == "shims" {
			i.needs = append(i.needs, filepath.Dir(shims)) // scripts, as of pyenv, that need the folders beside theirs
		}
		list = append(list, i)
	}
	return list
}
