package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"evolab/host"
	"evolab/internal/hosttool"
	"evolab/internal/untrusted"
)

// Failed is the error when a compiler rejects a program.
type Failed struct {
	Tool  string   // as in "g++ -std=c++11 -O2"
	Lines []string // its first complaints
	// Source is the line that the first complaint is about, with its number, and a caret on
	// a line below if the tool shows where in it; "" if it shows none.
	Source string
	Ended  bool // false: a limit ended the compiler
	// Python is the course's other Python, if that reads the source, and Name what its
	// programs are called.
	Python, Name string
}

func (f *Failed) Error() string {
	if !f.Ended {
		return f.Tool + " does not come to an end: " + strings.Join(f.Lines, "; ")
	}
	return f.Tool + " fails: " + strings.Join(f.Lines, "; ")
}

// NoTool is the error of a machine without a compiler or interpreter.
type NoTool struct{ Name string }

func (n *NoTool) Error() string { return "this machine has no " + n.Name }

// Compile makes the program in a scratch copy ready to run. It returns the shell
// command that runs it there, and the compiler's name, "" if none is needed. Its
// errors are *Failed, *NoTool, or about the machine.
func (p *Program) Compile(ctx context.Context, dir string) (command, tool string, err error) {
	t := &p.Tools
	switch {
	case p.Language == Executable:
		return Quote("./" + p.Name), "", nil
	case t.isPython():
		return p.compilePython(ctx, dir)
	}
	tool = t.Title()
	made, err := p.fill(t.Compile)
	if err != nil {
		return "", tool, err
	}
	if command, err = p.fill(t.Run); err != nil || t.Compile == "" {
		return command, "", err
	}
	return command, tool, compile(ctx, dir, tool, made)
}

// stem is the source's name without its ending.
func (p *Program) stem() string { return strings.TrimSuffix(p.Name, filepath.Ext(p.Name)) }

func compile(ctx context.Context, dir, tool, command string) error {
	code, text, err := Run(ctx, dir, command)
	switch {
	case err != nil:
		return err
	case code < 0:
		return &Failed{Tool: tool, Lines: []string{text}}
	case code > 0:
		return &Failed{Tool: tool, Lines: firstErrors(text), Source: excerpt(text), Ended: true}
	}
	return nil
}

var (
	// complaint matches the lines of compilers and linkers that say what is wrong.
	complaint = regexp.MustCompile(`(?i)error|undefined reference to|multiple definition of`)
	// linkerStart is what a linker writes before the source's name: itself, and an object
	// file that is gone.
	linkerStart = regexp.MustCompile(`^\S*\bld(?:\.\w+)?: (?:\S+\.o: ?)?`)
)

// errorCount is what javac says last.
var errorCount = regexp.MustCompile(`^\d+ errors?\s*$`)

// linkerFailed is what g++ says after the linker has said what is wrong.
const linkerFailed = "collect2: error: ld returned"

// firstErrors returns the lines of a compiler's output that matter most.
func firstErrors(text string) []string {
	const maxLines, maxLength = 3, 200
	var list []string
	for line := range strings.Lines(text) {
		if complaint.MatchString(line) && !errorCount.MatchString(line) && len(list) < maxLines && (len(list) == 0 || !strings.HasPrefix(line, linkerFailed)) {
			list = append(list, OneLine(linkerStart.ReplaceAllString(line, ""), maxLength))
		}
	}
	if len(list) == 0 {
		list = append(list, OneLine(text, maxLength))
	}
	return list
}

// OneLine returns the beginning of somebody else's text, on one line.
func OneLine(text string, most int) string {
	text = untrusted.OneLine(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

// Interpreter is a Python of this machine.
type Interpreter struct{ Path, Version string }

// FindPython returns the Python of this machine that a language wants, of the newest
// version that graders have if there is one. It asks the interpreter itself where it is,
// and only once: the file on the PATH may be a script that looks for Python each time,
// which takes longer than Python's start. If there is no Python, Path is "".
func (t *Toolchain) FindPython(ctx context.Context, dir string) (Interpreter, error) {
	name, _ := firstWord(t.Run)
	wanted := []string{name}
	if t.Newest != "" {
		wanted = []string{"python" + t.Newest, name}
	}
	var paths []string
	for _, name := range wanted {
		if path, err := hosttool.Find(name); err == nil {
			paths = append(paths, path)
		}
	}
	key := strings.Join(paths, "\n")
	if known, ok := pythonCache.Load(key); ok {
		return known.(Interpreter), nil
	}
	for _, path := range append(paths, unchosenPythons(paths)...) {
		const ask = `import sys; print(sys.executable); print("%d.%d.%d" % sys.version_info[:3])`
		code, text, err := Run(ctx, dir, Quote(path)+" -c "+Quote(ask))
		if err != nil {
			return Interpreter{}, err
		}
		if lines := strings.Fields(text); code == 0 && len(lines) == 2 {
			found := Interpreter{lines[0], lines[1]}
			pythonCache.Store(key, found)
			return found, nil
		}
	}
	return Interpreter{}, nil
}

// unchosenPythons lists what the scripts of pyenv among some paths stand for: installed
// interpreters that a script finds only if its user has chosen their version.
func unchosenPythons(paths []string) (list []string) {
	for _, path := range paths {
		if shims := filepath.Dir(path); filepath.Base(shims) == "shims" {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(shims), "versions", "*", "bin", filepath.Base(path)))
			list = append(list, found...)
		}
	}
	return list
}

// pythonCache holds the interpreters found, by the paths that were asked.
var pythonCache sync.Map

// Command returns the shell command that runs a program.
func (i *Interpreter) Command(p *Program) string {
	_, rest := firstWord(p.Tools.Run)
	return Quote(i.Path) + p.expand(rest)
}

func (p *Program) compilePython(ctx context.Context, dir string) (string, string, error) {
	found, err := p.Tools.FindPython(ctx, dir)
	if err != nil {
		return "", "", err
	}
	if found.Path == "" {
		return "", "", &NoTool{p.Tools.Name}
	}
	tool, err := p.checkSyntax(ctx, dir, &found)
	var failed *Failed
	if errors.As(err, &failed) && failed.Ended && p.otherPython != nil {
		other, noPython := p.otherPython.FindPython(ctx, dir)
		if noPython == nil && other.Path != "" {
			if _, no := p.checkSyntax(ctx, dir, &other); no == nil {
				failed.Python, failed.Name = p.otherPython.Name, p.otherPython.Programs[0]
			}
		}
	}
	return found.Command(p), tool, err
}

// checkSyntax has an interpreter read the source, and returns what messages call it.
func (p *Program) checkSyntax(ctx context.Context, dir string, i *Interpreter) (tool string, err error) {
	const read = `import sys
name = sys.argv[1]
try:
    compile(open(name, "rb").read(), name, "exec")
except SyntaxError as e:
    sys.stderr.write("%s:%s: error: %s\n" % (name, e.lineno, e.msg))
    if e.text and e.offset:
        cut = max(0, e.offset - 200)
        sys.stderr.write("%s\n%s^\n" % (e.text.split("\n")[0][cut:cut + 400], " " * (e.offset - 1 - cut)))
    sys.exit(1)`
	tool = "Python " + i.Version
	return tool, compile(ctx, dir, tool, Quote(i.Path)+" -W ignore -c "+Quote(read)+" "+Quote(p.Name))
}

// Ready is a program that can play: a scratch folder with a copy of it,
// compiled, and the shell command that runs it there.
type Ready struct {
	Dir, Command string
	lock         io.Closer
}

// Make copies and compiles a program. Its errors are those of Compile.
func (p *Program) Make(ctx context.Context) (*Ready, error) {
	dir, lock, err := host.TempDir("build")
	if err != nil {
		return nil, fmt.Errorf("scratch folder: %w", err)
	}
	r := &Ready{Dir: dir, lock: lock}
	if err = p.CopyAll(ctx, dir); err == nil {
		r.Command, _, err = p.Compile(ctx, dir)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Close removes the scratch folder.
func (r *Ready) Close() error {
	defer r.lock.Close() // on systems without locks it is a nil file, which may be closed too
	return host.Remove(r.Dir)
}
