package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// program is what was found at the path that was given.
type program struct {
	dir  string
	name string // the file
	language
	folder  bool     // the path was a folder: all that is in it is handed in
	others  []string // the other regular files in dir, unless hidden
	rivals  []string // other sources in the folder with an accepted name
	folders []string
	mode    fs.FileMode
	text    []byte // of a source
}

// largestSource bounds a source, and largestHelper a file beside it, in bytes.
const (
	largestSource = 16 << 20
	largestHelper = 64 << 20
)

// Recognise returns an error if there is no program at a path. It runs nothing.
func Recognise(path string, c *Course) error {
	_, err := find(path, c)
	return err
}

// find looks for a program at a path. Its errors mean that there is none.
func find(path string, c *Course) (*program, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("doctor: program: %w", err)
	}
	p := &program{folder: info.IsDir()}
	if p.folder {
		p.dir = path
	} else {
		p.dir, p.name = filepath.Split(path)
		p.dir = filepath.Clean(p.dir)
	}
	if err := p.list(); err != nil {
		return nil, err
	}
	if p.folder {
		if err := p.choose(c); err != nil {
			return nil, err
		}
		if info, err = os.Stat(p.path()); err != nil {
			return nil, fmt.Errorf("doctor: program: %w", err)
		}
	}
	p.mode = info.Mode()
	p.language = languageOf(p.name)
	return p, p.read(info)
}

func (p *program) path() string { return filepath.Join(p.dir, p.name) }

// list notes what is in the folder. What the host itself writes there, hidden
// files and what compilers leave behind do not count.
func (p *program) list() error {
	entries, err := os.ReadDir(p.dir)
	if err != nil && p.folder {
		return fmt.Errorf("doctor: program: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), name == "__pycache__", name == "input.txt", name == "output.txt", name == p.name:
		case e.Type().IsRegular():
			p.others = append(p.others, name)
		case e.IsDir():
			p.folders = append(p.folders, name)
		}
	}
	return nil
}

// choose picks the program among the files of a folder: a source with an
// accepted name, else the only source, else the only executable.
func (p *program) choose(c *Course) error {
	var accepted, sources, executables []string
	for _, name := range c.Sources {
		if slices.Contains(p.others, name) {
			accepted = append(accepted, name)
		}
	}
	for _, name := range p.others {
		info, err := os.Stat(filepath.Join(p.dir, name))
		switch {
		case err != nil, slices.Contains(accepted, name):
		case languageOf(name) != executable:
			sources = append(sources, name)
		case info.Mode()&0o111 != 0 && !c.helper(name):
			executables = append(executables, name)
		}
	}
	for _, list := range [][]string{accepted, sources, executables} {
		if len(list) > 1 && len(accepted) == 0 {
			return fmt.Errorf("doctor: %s holds several programs: %s (expected: %s)", p.dir, shorten(list), strings.Join(c.Sources, " or "))
		}
		if len(list) > 0 {
			p.name, p.rivals = list[0], list[1:]
			p.others = slices.DeleteFunc(p.others, func(name string) bool { return name == p.name })
			return nil
		}
	}
	return fmt.Errorf("doctor: %s holds no program (expected: %s)", p.dir, strings.Join(c.Sources, " or "))
}

// read makes sure that the file is a program, and reads a source.
func (p *program) read(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("doctor: %s is not a regular file", p.path())
	}
	if p.language == executable {
		if p.mode&0o111 == 0 {
			return fmt.Errorf("doctor: %s is not a program (expected: a source, a folder that holds one, or an executable file)", p.path())
		}
		return nil
	}
	if info.Size() > largestSource {
		return fmt.Errorf("doctor: %s has %d bytes (expected: a source of at most %d)", p.path(), info.Size(), largestSource)
	}
	var err error
	if p.text, err = os.ReadFile(p.path()); err != nil {
		return fmt.Errorf("doctor: program: %w", err)
	}
	return nil
}

// copyTo copies the program, and the files that come along, to a folder.
func (p *program) copyTo(dir string, along []string) error {
	var errs []error
	for _, name := range append([]string{p.name}, along...) {
		errs = append(errs, copyFile(filepath.Join(p.dir, name), filepath.Join(dir, name)))
	}
	return errors.Join(errs...)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("doctor: scratch copy: %w", err)
	}
	info, err := os.Stat(from)
	if err != nil {
		return fmt.Errorf("doctor: scratch copy: %w", err)
	}
	if err := os.WriteFile(to, data, info.Mode().Perm()|0o600); err != nil {
		return fmt.Errorf("doctor: scratch copy: %w", err)
	}
	return nil
}
