package doctor

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// coursePython is the newest Python that graders have.
const coursePython = "3.7"

//go:embed lint.py
var lintSource []byte

// interpreter is the Python that is there.
type interpreter struct{ path, version string }

// lint is what lint.py finds.
type lint struct {
	Error    *place  `json:"error"`     // no Python takes the source
	OldError *place  `json:"old_error"` // the course's does not
	Newer    []place `json:"newer"`     // names that came later
	Foreign  []place `json:"foreign"`   // modules beside the standard library
}

// place is a finding in a source: [line, text].
type place struct {
	line int
	text string
}

func (p *place) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.line, &p.text})
}

func (p place) String() string { return fmt.Sprintf("line %d: %s", p.line, oneLine(p.text, 200)) }

// checkPython finds the interpreter, the course's if possible, and makes sure
// that it takes the source.
func (e *exam) checkPython(ctx context.Context) finding {
	if e.program.language != python {
		return finding{}
	}
	e.interpreter = e.findPython(ctx)
	if e.interpreter.path == "" {
		return noTool("python3")
	}
	if f := e.runLint(ctx); f.status != "" {
		return f
	}
	if e.lint.Error != nil {
		return wrong(fmt.Sprintf("syntax error, %v (Python %s)", e.lint.Error, e.interpreter.version))
	}
	e.command = quote(e.interpreter.path) + " " + quote(e.program.name)
	if e.ofCourse() {
		return fine("Python " + e.interpreter.version + " reads it")
	}
	return fine(fmt.Sprintf("Python %s reads it (graders have at most %s)", e.interpreter.version, coursePython))
}

// findPython prefers the course's version. It asks the interpreter itself where
// it is: what the path leads to may be a script that looks for it each time.
func (e *exam) findPython(ctx context.Context) interpreter {
	for _, name := range []string{"python" + coursePython, "python3"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		const ask = `import sys; print(sys.executable); print("%d.%d.%d" % sys.version_info[:3])`
		code, text := e.tool(ctx, quote(path)+" -c "+quote(ask))
		if lines := strings.Fields(text); code == 0 && len(lines) == 2 {
			return interpreter{lines[0], lines[1]}
		}
	}
	return interpreter{}
}

func (e *exam) ofCourse() bool { return strings.HasPrefix(e.interpreter.version, coursePython+".") }

func (e *exam) runLint(ctx context.Context) finding {
	script := filepath.Join(e.scratch, "lint.py")
	if err := os.WriteFile(script, lintSource, 0o644); err != nil {
		return e.fail(fmt.Errorf("doctor: lint: %w", err))
	}
	code, text := e.tool(ctx, quote(e.interpreter.path)+" -W ignore "+quote(script)+" "+quote(e.program.name))
	e.lint = new(lint)
	if code != 0 || json.Unmarshal([]byte(text), e.lint) != nil {
		e.lint = nil
		return wrong("Python cannot read the source: " + lastLine(text))
	}
	return finding{}
}

// checkNewer looks for what the course's Python does not have.
func (e *exam) checkNewer(context.Context) finding {
	if e.lint == nil || e.lint.Error != nil {
		return finding{}
	}
	if old := e.lint.OldError; old != nil {
		return wrong(fmt.Sprintf("graders have Python %s at most, which refuses the source: %v", coursePython, old))
	}
	if len(e.lint.Newer) > 0 {
		return risky(fmt.Sprintf("not in Python %s, the newest that graders have: %s", coursePython, places(e.lint.Newer)))
	}
	if e.ofCourse() {
		return fine("played with Python " + e.interpreter.version)
	}
	return fine("no newer syntax found (a newer method may hide: only Python " + coursePython + " itself tells)")
}

// checkImports names the modules that are not Python's own.
func (e *exam) checkImports(context.Context) finding {
	if e.lint == nil || e.lint.Error != nil {
		return finding{}
	}
	if len(e.lint.Foreign) > 0 {
		return risky("not in the standard library: " + places(e.lint.Foreign))
	}
	return fine("the standard library only")
}

func places(list []place) string {
	var texts []string
	for _, p := range list {
		texts = addOnce(texts, fmt.Sprintf("%s (line %d)", p.text, p.line))
	}
	return shorten(texts)
}
