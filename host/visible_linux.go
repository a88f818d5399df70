package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/internal/hosttool"
)

// systemPaths are what every program may read: interpreters, libraries, and what those
// look up.
var systemPaths = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/timezone",
	"/etc/locale.alias", "/etc/locale.conf", "/etc/nsswitch.conf", "/etc/mime.types", "/etc/python3", "/etc/fonts",
}

// visiblePaths returns what a program may read, and its PATH. An error means that the
// machine could not find that out.
func visiblePaths(p *Program) (readOnly []string, path string, err error) {
	readOnly = slices.Clone(systemPaths)
	more, _ := filepath.Glob("/etc/java-*") // settings of Debian's Java: links in its own folder lead there
	readOnly = append(readOnly, more...)
	if p.Net {
		readOnly = append(readOnly, "/etc/resolv.conf", "/etc/hosts", "/etc/services", "/etc/protocols", "/etc/ssl", "/etc/pki", "/etc/ca-certificates")
	}
	found, err := neededInterpreters(p)
	if err != nil {
		return nil, "", err
	}
	var first []string
	for _, i := range append(found, namedInterpreters(p.Command)...) {
		if i.err != nil {
			return nil, "", i.err
		}
		readOnly = append(readOnly, i.needs...)
		first = append(first, i.bin)
	}
	for _, dir := range p.Mounts {
		if abs, err := filepath.Abs(dir); err == nil {
			readOnly = append(readOnly, abs)
		}
	}
	readOnly = withTargets(readOnly)
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/local/bin", "/usr/bin", "/bin") {
		if filepath.IsAbs(dir) && isInside(dir, readOnly) {
			first = append(first, dir)
		}
	}
	return readOnly, strings.Join(unique(first), ":"), nil
}

// withTargets adds the targets of links, except those in a folder of the list.
func withTargets(list []string) []string {
	var all []string
	for _, path := range list {
		path = filepath.Clean(path)
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path && !isInside(real, list) {
			all = append(all, real)
		}
		all = append(all, path)
	}
	return unique(all)
}

// isInside reports whether a path is one of the folders or lies in one.
func isInside(path string, list []string) bool {
	return slices.ContainsFunc(list, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") })
}

func unique(list []string) []string {
	var kept []string
	for _, s := range list {
		if s != "" && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// interpreter is an interpreter outside of systemPaths.
type interpreter struct {
	bin   string   // the folder that it is in
	needs []string // what it reads
	err   error    // the machine could not ask it
}

// families are the interpreters to look for, by the word that a program mentions if
// it needs one.
var families = map[string][]string{
	"python": {"python3", "python", "python3.7"},
	"pypy":   {"pypy3"},
	"java":   {"java"},
	"node":   {"node"},
}

// neededInterpreters returns the interpreters outside of systemPaths that a program may
// need.
func neededInterpreters(p *Program) ([]interpreter, error) {
	var list []interpreter
	for _, word := range slices.Sorted(maps.Keys(families)) {
		paths := interpretersOnPath()[word]
		if len(paths) == 0 {
			continue
		}
		needed, err := mentions(p, word)
		if err != nil {
			return nil, err
		}
		if !needed {
			continue
		}
		answers := make([]interpreter, len(paths))
		var wait sync.WaitGroup
		for i, path := range paths {
			wait.Go(func() { answers[i] = askOnce(path) })
		}
		wait.Wait()
		list = append(list, answers...)
	}
	return list, nil
}

// interpretersOnPath returns the paths of interpreters outside of systemPaths, by
// family.
func interpretersOnPath() map[string][]string {
	path := os.Getenv("PATH")
	if list, ok := pathCache.Load(path); ok {
		return list.(map[string][]string)
	}
	list := map[string][]string{}
	for word, names := range families {
		for _, name := range names {
			path, err := hosttool.Find(name)
			if err != nil {
				continue
			}
			if real, err := filepath.EvalSymlinks(path); err == nil && !(isInside(path, systemPaths) && isInside(real, systemPaths)) {
				list[word] = append(list[word], path)
			}
		}
	}
	pathCache.Store(path, list)
	return list
}

var pathCache sync.Map // by PATH

// mentions reports whether a word is in the command, or in a script beside it. A file
// that cannot be read does not count, unless the machine has run out of something:
// that is an error.
func mentions(p *Program, word string) (bool, error) {
	if strings.Contains(p.Command, word) {
		return true, nil
	}
	const most = 64 << 10
	entries, err := os.ReadDir(p.Dir)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > most {
			continue
		}
		var data []byte
		if data, err = os.ReadFile(filepath.Join(p.Dir, e.Name())); err == nil && bytes.Contains(data, []byte(word)) {
			return true, nil
		}
		if Exhausted(err) {
			break
		}
	}
	if Exhausted(err) {
		return false, fmt.Errorf("program: %w", err)
	}
	return false, nil
}

// askInterpreter finds out what an interpreter needs besides systemPaths. The file on
// the PATH may be a script that finds the interpreter in somebody's home, so
// askInterpreter runs it instead of looking at the path.
func askInterpreter(path string) interpreter {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || isInside(path, systemPaths) && isInside(real, systemPaths) {
		return interpreter{}
	}
	switch name := filepath.Base(path); {
	case hosttool.InStrangersFolder(path):
		return inspectInterpreter(path)
	case strings.HasPrefix(name, "py"):
		const where = `import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix); print(sys.exec_prefix)`
		return fromPrefixes(outputLines(path, "-I", "-c", where))
	case strings.HasPrefix(name, "java"):
		return askJava(path)
	case name == "node":
		return fromPrefixes(outputLines(path, "-p", `process.execPath + "\n" + require("path").resolve(process.execPath, "../..")`))
	}
	return interpreter{}
}

// askOnce is like askInterpreter, but asks each interpreter only once.
func askOnce(path string) interpreter {
	if known, ok := interpreterCache.Load(path); ok {
		return known.(interpreter)
	}
	i := askInterpreter(path)
	if i.err == nil {
		interpreterCache.Store(path, i)
	}
	return i
}

var interpreterCache sync.Map

// outputLines returns the lines that an interpreter prints. It is on the user's own
// PATH, and so is trusted, but not the current folder. There are no lines if it fails; an
// error means that the machine could not run it.
func outputLines(path string, args ...string) ([]string, error) {
	const patience = 20 * time.Second
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	said, err := hosttool.Command(ctx, path, args...).CombinedOutput()
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil || err != nil && !errors.As(err, &failed) && Exhausted(err):
		return nil, fmt.Errorf("%q could not be asked where it is installed: %w", path, err)
	case err != nil:
		return nil, nil
	}
	return strings.Split(strings.TrimSpace(string(said)), "\n"), nil
}

// fromPrefixes takes the path of an interpreter, then the folders that it reads.
func fromPrefixes(lines []string, err error) interpreter {
	if err != nil {
		return interpreter{err: err}
	}
	if len(lines) < 2 || !filepath.IsAbs(lines[0]) {
		return interpreter{}
	}
	i := interpreter{bin: filepath.Dir(lines[0])}
	for _, prefix := range lines[1:] {
		i.needs = append(i.needs, visibleParts(prefix)...)
	}
	if real, err := filepath.EvalSymlinks(lines[0]); err == nil && !isInside(real, append(i.needs, systemPaths...)) {
		i.needs = append(i.needs, real)
	}
	if len(i.needs) == 0 {
		i.needs = []string{lines[0]} // bin goes on the PATH, so the interpreter must be visible there
	}
	return i
}

// askJava asks the java beside a path, or else the path itself, for its home.
func askJava(path string) interpreter {
	for _, java := range []string{filepath.Join(filepath.Dir(path), "java"), path} {
		lines, err := outputLines(java, "-XshowSettings:properties", "-version")
		if err != nil {
			return interpreter{err: err}
		}
		for _, line := range lines {
			if home, ok := strings.CutPrefix(strings.TrimSpace(line), "java.home = "); ok {
				return interpreter{bin: filepath.Join(home, "bin"), needs: visibleParts(home)}
			}
		}
	}
	return interpreter{}
}

// absolutePath matches the words of a command that are absolute paths.
var absolutePath = regexp.MustCompile(`/[^\s'";|&<>()]+`)

// namedInterpreters returns the interpreters and programs that a command calls by their
// path. It runs an interpreter only if that is on the user's PATH: any other may be the
// very program to be confined, under an interpreter's name.
func namedInterpreters(command string) []interpreter {
	var list []interpreter
	for _, path := range absolutePath.FindAllString(command, -1) {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 || isInside(path, systemPaths) {
			continue
		}
		var i interpreter
		if slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(path)) {
			i = askOnce(path)
		} else {
			i = inspectInterpreter(path)
		}
		i.needs, i.bin = append(slices.Clone(i.needs), path), ""
		if shims := filepath.Dir(path); filepath.Base(shims) == "shims" {
			i.needs = append(i.needs, filepath.Dir(shims)) // scripts, as of pyenv, that need the folders beside theirs
		}
		list = append(list, i)
	}
	return list
}

// inspectInterpreter finds out from the files around an interpreter what it needs,
// without running it.
func inspectInterpreter(path string) interpreter {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return interpreter{}
	}
	i := interpreter{bin: filepath.Dir(path)}
	if prefix := prefixOf(real); isInstallation(prefix) {
		venv := prefixOf(path)
		if mark, err := os.Lstat(filepath.Join(venv, "pyvenv.cfg")); err == nil && mark.Mode().IsRegular() {
			i.needs = append(i.needs, visibleParts(venv)...)
		}
		i.needs = append(i.needs, visibleParts(prefix)...)
	}
	return i
}

// prefixOf returns the folder that holds a program's bin folder.
func prefixOf(path string) string { return filepath.Dir(filepath.Dir(path)) }

// isInstallation reports whether a folder has a file that marks it as the prefix of an
// interpreter: of Python, of Java up to 8, of Java since then, or of Node.
func isInstallation(dir string) bool {
	for _, pattern := range []string{"lib/python[23]*/os.py", "jre/lib/rt.jar", "lib/modules", "include/node/node.h"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 && !strings.ContainsAny(dir, `*?[\`) {
			return true
		}
	}
	return false
}

// visibleParts returns what a program may see of an interpreter's prefix: all of it, or
// only the interpreter's parts if the user works in there, as where the virtual
// environment is the project's folder. A prefix that holds the user's home is not shown
// at all.
func visibleParts(prefix string) []string {
	real, err := filepath.EvalSymlinks(prefix)
	if err != nil || !filepath.IsAbs(prefix) || isInside(prefix, systemPaths) || real == "/" {
		return nil
	}
	if home, err := os.UserHomeDir(); err == nil && isInside(home, []string{real}) {
		return nil // it would show everything there
	}
	if work, err := os.Getwd(); err != nil || !isInside(work, []string{prefix, real}) {
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
