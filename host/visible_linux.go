package host

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// base is what every program may read: interpreters, libraries, and what those
// look up.
var base = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/timezone",
	"/etc/locale.alias", "/etc/locale.conf", "/etc/nsswitch.conf", "/etc/mime.types", "/etc/python3", "/etc/fonts",
}

// visible returns what a program may read, and its PATH. An error means that the
// machine could not find that out.
func visible(p *Program) (readOnly []string, path string, err error) {
	readOnly = slices.Clone(base)
	more, _ := filepath.Glob("/etc/java-*") // settings of Debian's Java: links in its own folder lead there
	readOnly = append(readOnly, more...)
	if p.Net {
		readOnly = append(readOnly, "/etc/resolv.conf", "/etc/hosts", "/etc/services", "/etc/protocols", "/etc/ssl", "/etc/pki", "/etc/ca-certificates")
	}
	found, err := interpreters(p)
	if err != nil {
		return nil, "", err
	}
	var first []string
	for _, i := range append(found, named(p.Command)...) {
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
		if filepath.IsAbs(dir) && covered(dir, readOnly) {
			first = append(first, dir)
		}
	}
	return readOnly, strings.Join(compact(first), ":"), nil
}

// withTargets adds the targets of links, except those in a folder of the list.
func withTargets(list []string) []string {
	var all []string
	for _, path := range list {
		path = filepath.Clean(path)
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path && !covered(real, list) {
			all = append(all, real)
		}
		all = append(all, path)
	}
	return compact(all)
}

// covered reports whether a path is in one of the folders.
func covered(path string, list []string) bool {
	return slices.ContainsFunc(list, func(dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") })
}

func compact(list []string) []string {
	var kept []string
	for _, s := range list {
		if s != "" && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// interpreter is an interpreter outside base.
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

// interpreters returns those outside base that a program may need.
func interpreters(p *Program) ([]interpreter, error) {
	var list []interpreter
	for _, word := range slices.Sorted(maps.Keys(families)) {
		paths := elsewhere()[word]
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
			wait.Go(func() { answers[i] = remembered(path) })
		}
		wait.Wait()
		list = append(list, answers...)
	}
	return list, nil
}

// elsewhere returns the paths of interpreters outside base, by family.
func elsewhere() map[string][]string {
	path := os.Getenv("PATH")
	if list, ok := searched.Load(path); ok {
		return list.(map[string][]string)
	}
	list := map[string][]string{}
	for word, names := range families {
		for _, name := range names {
			path, err := exec.LookPath(name)
			if err != nil {
				continue
			}
			if real, err := filepath.EvalSymlinks(path); err == nil && !(covered(path, base) && covered(real, base)) {
				list[word] = append(list[word], path)
			}
		}
	}
	searched.Store(path, list)
	return list
}

var searched sync.Map // by PATH

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
		return false, fmt.Errorf("host: program: %w", err)
	}
	return false, nil
}
