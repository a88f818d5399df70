// Package compile finds a submitted program at a path (a source file or a
// folder that holds one) and makes it ready to run, as the courses' graders
// do: C++ and Java are compiled, Python source is checked for syntax. Nothing is
// written to the original folder: all work happens in a scratch copy, under
// the limits of package host.
//
// Find (program.go) chooses the program by the names that a course accepts, and with it
// the commands of its language (toolchain.go); Make (compile.go) copies it and has its
// compiler run (tool.go).
package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"evolab/host"
	"evolab/internal/quantity"
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
	// Tools compile and run it; the zero value for an executable.
	Tools Toolchain
	// otherPython is the other Python of a course that has two; nil: there is none.
	otherPython *Toolchain
}

// maxSource is the size of the largest source accepted, in bytes.
const maxSource = 16 << 20

// Find looks for a program at a path, by the names that a course accepts. It
// runs nothing; its errors mean that there is no program.
func Find(path string, names Names) (*Program, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
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
			return nil, fmt.Errorf("program: %w", err)
		}
	}
	p.Mode = info.Mode()
	p.Tools, p.Language = names.toolchain(p.Name)
	p.otherPython = names.otherPython(&p.Tools)
	return p, p.read(info)
}

// Path returns the path of the program's file.
func (p *Program) Path() string { return filepath.Join(p.Dir, p.Name) }

// list records what is in the folder, except for files that the host itself writes
// there, hidden files and what compilers leave behind.
func (p *Program) list() error {
	entries, err := os.ReadDir(p.Dir)
	if err != nil && p.Folder {
		return fmt.Errorf("program: %w", err)
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
		case names.LanguageOf(name) != Executable:
			sources = append(sources, name)
		case info.Mode()&0o111 != 0 && !names.IsHelper(name):
			executables = append(executables, name)
		}
	}
	for _, list := range [][]string{accepted, sources, executables} {
		if len(list) > 1 && len(accepted) == 0 {
			return fmt.Errorf("%s holds several programs: %s (expected: %s)", p.Dir, Shorten(list), names.expected())
		}
		if len(list) > 0 {
			p.Name, p.Rivals = list[0], list[1:]
			p.Others = slices.DeleteFunc(p.Others, func(name string) bool { return name == p.Name })
			return nil
		}
	}
	return fmt.Errorf("%s holds no program (expected: %s)%s", p.Dir, names.expected(), p.below(names))
}

// below names the sources in the folders of a folder that holds none, those with an
// accepted name if there are some.
func (p *Program) below(names *Names) string {
	const deepest, most = 3, 2000
	var accepted, sources []string
	entries := 0
	_ = fs.WalkDir(os.DirFS(p.Dir), ".", func(path string, d fs.DirEntry, err error) error {
		if entries++; entries > most {
			return fs.SkipAll
		}
		if err != nil {
			return fs.SkipDir
		}
		name := d.Name()
		switch hidden := name != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "__")); {
		case d.IsDir() && (hidden || strings.Count(path, "/") >= deepest):
			return fs.SkipDir
		case !d.Type().IsRegular(), hidden, !strings.Contains(path, "/"):
		case slices.Contains(names.Sources, name):
			accepted = append(accepted, path)
		case names.LanguageOf(name) != Executable:
			sources = append(sources, path)
		}
		return nil
	})
	if len(accepted) > 0 {
		sources = accepted
	}
	if len(sources) == 0 {
		return ""
	}
	return "; below it: " + Shorten(sources) + " (name its folder)"
}

// read makes sure that the file is a program, and reads it if it is a source.
func (p *Program) read(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", p.Path())
	}
	if p.Language == Executable {
		if p.Mode&0o111 == 0 {
			return fmt.Errorf("%s is not a program (expected: a source, a folder that holds one, or an executable file)", p.Path())
		}
		return nil
	}
	if info.Size() > maxSource {
		return fmt.Errorf("%s has %s (expected: a source of at most %d)", p.Path(), quantity.Of(info.Size(), "byte"), maxSource)
	}
	var err error
	if p.Text, _, err = host.ReadFile(p.Dir, p.Name, maxSource); err != nil {
		return fmt.Errorf("program: %w", err)
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

// Language is what a program is written in. A language that only a course's own file
// knows is called as it is there.
type Language string

// The languages; Executable is anything but a source.
const (
	Python     Language = "Python"
	Cpp        Language = "C++"
	Java       Language = "Java"
	Executable Language = "executable"
)

// endings maps the endings of source files to their languages.
var endings = map[string]Language{".py": Python, ".cpp": Cpp, ".cc": Cpp, ".cxx": Cpp, ".java": Java}

// LanguageOf returns the language by the file's ending.
func LanguageOf(name string) Language {
	if l, ok := endings[filepath.Ext(name)]; ok {
		return l
	}
	return Executable
}

// Names are the files that a game's course accepts; the zero value accepts any.
type Names struct {
	Sources []string // the accepted names of the program; of a language, the usual one first
	Helpers []string // extensions of accepted helper files
	Second  string   // an accepted second program, without its extension; "" for none
	Book    string   // the file of proven openings; "" for none
	// Languages say how programs are compiled and run; nil: by the endings of their names.
	Languages []Toolchain
}

// IsHelper reports whether a file of this name may come along with a program.
func (n *Names) IsHelper(name string) bool { return slices.Contains(n.Helpers, filepath.Ext(name)) }

// IsSecond reports whether a file is the source of the course's second program.
func (n *Names) IsSecond(name string) bool {
	return n.Second != "" && n.LanguageOf(name) != Executable && strings.TrimSuffix(name, filepath.Ext(name)) == n.Second
}

// AcceptedName returns the accepted name of a source in the same language, or "".
func (n *Names) AcceptedName(name string) string {
	for _, s := range n.Sources {
		if n.LanguageOf(s) == n.LanguageOf(name) {
			return s
		}
	}
	return ""
}

// LanguageOf returns the language of a file by its name.
func (n *Names) LanguageOf(name string) Language {
	_, l := n.toolchain(name)
	return l
}

// toolchain returns how a file of this name is compiled and run. A name that is not
// accepted is taken as the first accepted one with its ending.
func (n *Names) toolchain(name string) (Toolchain, Language) {
	of := func(match func(accepted string) bool) *Toolchain {
		for i := range n.Languages {
			if slices.ContainsFunc(n.Languages[i].Programs, match) {
				return &n.Languages[i]
			}
		}
		return nil
	}
	t := of(func(accepted string) bool { return accepted == name })
	if t == nil {
		t = of(func(accepted string) bool { return filepath.Ext(accepted) == filepath.Ext(name) })
	}
	if t == nil {
		usual := usualToolchains()[LanguageOf(name)]
		return usual, LanguageOf(name)
	}
	return *t, t.language(name)
}

// otherPython returns the first other Python among the languages, if t is one.
func (n *Names) otherPython(t *Toolchain) *Toolchain {
	for i := range n.Languages {
		if l := &n.Languages[i]; t.isPython() && l.isPython() && l.Name != t.Name {
			return l
		}
	}
	return nil
}

func (n *Names) expected() string {
	endings := strings.Join(slices.Sorted(maps.Keys(endings)), ", ")
	if len(n.Sources) == 0 {
		return "one source file (" + endings + ") or one executable"
	}
	return strings.Join(n.Sources, " or ") + ", else one source file (" + endings + ") or one executable"
}

// Mentions reports whether a source names a file.
func (p *Program) Mentions(file string) bool {
	return p.Language != Executable && bytes.Contains(p.Text, []byte(file))
}

// CopyTo copies the program, and the files of its folder named along, to a folder.
func (p *Program) CopyTo(dir string, along []string) error {
	var errs []error
	for _, name := range append([]string{p.Name}, along...) {
		data, mode, err := host.ReadFile(p.Dir, name, maxFile)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, mode|0o600)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("scratch copy: %w", err))
		}
	}
	return errors.Join(errs...)
}

// maxFile is the size of the largest file that comes along with a program, in bytes.
const maxFile = 256 << 20

// CopyAll copies what the program needs to play: its whole folder, or a single file
// and what its source names or imports.
func (p *Program) CopyAll(ctx context.Context, dir string) error {
	if p.Folder {
		return host.CopyFolder(ctx, p.Dir, dir)
	}
	return p.CopyTo(dir, p.Along())
}

// Along lists the files that come along with the program: all in its folder, or those
// that a single source file names or imports.
func (p *Program) Along() []string {
	var along []string
	for _, name := range p.Others {
		if p.Folder || p.Mentions(name) || p.imports(name) {
			along = append(along, name)
		}
	}
	return along
}

// imports reports whether a source uses a source of the same language by its
// stem, as Python's import and a Java class do.
func (p *Program) imports(name string) bool {
	if p.Language == Executable || filepath.Ext(name) != filepath.Ext(p.Name) {
		return false
	}
	stem := regexp.QuoteMeta(strings.TrimSuffix(name, filepath.Ext(name)))
	pattern := `(?m)^\s*(import|from)\s[^#\n]*\b` + stem + `\b`
	if endings[filepath.Ext(name)] != Python {
		pattern = `\b` + stem + `\b`
	}
	return regexp.MustCompile(pattern).Match(p.Text)
}
