package compile

import (
	"context"
	"os/exec"
	"strings"
	"sync"
)

// CoursePython is the newest Python that the courses' graders have.
const CoursePython = "3.7"

// Interpreter is the Python of this machine.
type Interpreter struct{ Path, Version string }

// FindPython returns this machine's Python, the courses' version if there is one. It
// asks the interpreter itself where it is, and only once: the file on the PATH may be
// a script that looks for Python each time, which takes longer than Python's start.
// If there is no Python, Path is "".
func FindPython(ctx context.Context, dir string) (Interpreter, error) {
	var paths []string
	for _, name := range []string{"python" + CoursePython, "python3"} {
		if path, err := exec.LookPath(name); err == nil {
			paths = append(paths, path)
		}
	}
	key := strings.Join(paths, "\n")
	if known, ok := pythons.Load(key); ok {
		return known.(Interpreter), nil
	}
	for _, path := range paths {
		const ask = `import sys; print(sys.executable); print("%d.%d.%d" % sys.version_info[:3])`
		code, text, err := Run(ctx, dir, Quote(path)+" -c "+Quote(ask))
		if err != nil {
			return Interpreter{}, err
		}
		if lines := strings.Fields(text); code == 0 && len(lines) == 2 {
			found := Interpreter{lines[0], lines[1]}
			pythons.Store(key, found)
			return found, nil
		}
	}
	return Interpreter{}, nil
}

// pythons are the interpreters found, by the paths that were asked.
var pythons sync.Map

// Command returns the shell command that runs a source.
func (i *Interpreter) Command(source string) string { return Quote(i.Path) + " " + Quote(source) }

// compilePython has the interpreter check the source's syntax.
func (p *Program) compilePython(ctx context.Context, dir string) (string, string, error) {
	found, err := FindPython(ctx, dir)
	if err != nil {
		return "", "", err
	}
	if found.Path == "" {
		return "", "", &NoTool{"python3"}
	}
	const read = `import sys
name = sys.argv[1]
try:
    compile(open(name, "rb").read(), name, "exec")
except SyntaxError as e:
    sys.exit("%s:%s: error: %s" % (name, e.lineno, e.msg))`
	tool := "Python " + found.Version
	err = compile(ctx, dir, tool, Quote(found.Path)+" -W ignore -c "+Quote(read)+" "+Quote(p.Name))
	return found.Command(p.Name), tool, err
}
