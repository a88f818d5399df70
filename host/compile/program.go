package compile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Program is what was found at a path.
type Program struct {
	Dir  string
	Name string // the file
	Language
	Folder  bool     // the path was a folder: all that is in it is handed in
	Others  []string // the other regular files in Dir, unless hidden
	Rivals  []string // other sources in the folder with an accepted name
	Folders []string
	Mode    fs.FileMode
	Text    []byte // of a source; else nil
}

// largestSource is the size of the largest source accepted, in bytes.
const largestSource = 16 << 20

// Find looks for a program at a path, by the names that a course accepts. It
// runs nothing; its errors mean that there is no program.
func Find(path string, names Names) (*Program, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("build: program: %w", err)
	}
	p := &Program{Folder: info.IsDir()}
	if p.Folder {
		p.Dir = path
	} else {
		p.Dir, p.Name = filepath.Split(path)
		p.Dir = filepath.Clean(p.Dir)
	}
	if err := p.list(); err != nil {
		return nil, err
	}
	if p.Folder {
		if err := p.choose(&names); err != nil {
			return nil, err
		}
		if info, err = os.Stat(p.Path()); err != nil {
			return nil, fmt.Errorf("build: program: %w", err)
		}
	}
	p.Mode = info.Mode()
	p.Language = LanguageOf(p.Name)
	return p, p.read(info)
}

// Path returns the path of the program's file.
func (p *Program) Path() string { return filepath.Join(p.Dir, p.Name) }

// list records what is in the folder, except for files that the host itself writes
// there, hidden files and what compilers leave behind.
func (p *Program) list() error {
	entries, err := os.ReadDir(p.Dir)
	if err != nil && p.Folder {
		return fmt.Errorf("build: program: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), name == "__pycache__", name == "input.txt", name == "output.txt", name == p.Name:
		case e.Type().IsRegular():
			p.Others = append(p.Others, name)
		case e.IsDir():
			p.Folders = append(p.Folders, name)
		}
	}
	return nil
}

// choose picks the program among the files of a folder: a source with an
// accepted name, else the only source, else the only executable.
func (p *Program) choose(names *Names) error {
	var accepted, sources, executables []string
	for _, name := range names.Sources {
		if slices.Contains(p.Others, name) {
			accepted = append(accepted, name)
		}
	}
	for _, name := range p.Others {
		info, err := os.Stat(filepath.Join(p.Dir, name))
		switch {
		case err != nil, slices.Contains(accepted, name), names.IsSecond(name):
		case LanguageOf(name) != Executable:
			sources = append(sources, name)
		case info.Mode()&0o111 != 0 && !names.Helper(name):
			executables = append(executables, name)
		}
	}
	for _, list := range [][]string{accepted, sources, executables} {
		if len(list) > 1 && len(accepted) == 0 {
			return fmt.Errorf("build: %s holds several programs: %s (expected: %s)", p.Dir, Shorten(list), names.expected())
		}
		if len(list) > 0 {
			p.Name, p.Rivals = list[0], list[1:]
			p.Others = slices.DeleteFunc(p.Others, func(name string) bool { return name == p.Name })
			return nil
		}
	}
	return fmt.Errorf("build: %s holds no program (expected: %s)", p.Dir, names.expected())
}

// read makes sure that the file is a program, and reads it if it is a source.
func (p *Program) read(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("build: %s is not a regular file", p.Path())
	}
	if p.Language == Executable {
		if p.Mode&0o111 == 0 {
			return fmt.Errorf("build: %s is not a program (expected: a source, a folder that holds one, or an executable file)", p.Path())
		}
		return nil
	}
	if info.Size() > largestSource {
		return fmt.Errorf("build: %s has %d bytes (expected: a source of at most %d)", p.Path(), info.Size(), largestSource)
	}
	var err error
	if p.Text, err = os.ReadFile(p.Path()); err != nil {
		return fmt.Errorf("build: program: %w", err)
	}
	return nil
}

// Shorten lists names, only a few if there are many.
func Shorten(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
