package doctor

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"evolab/host/compile"
)

//go:embed lint.py
var lintSource []byte

// lint is what lint.py finds.
type lint struct {
	Error    *place  `json:"error"`     // of any Python
	OldError *place  `json:"old_error"` // of the course's Python
	Newer    []place `json:"newer"`     // names that it lacks
	Foreign  []place `json:"foreign"`   // modules outside the standard library
}

// place is a finding in a source: [line, text].
type place struct {
	line int
	text string
}

func (p *place) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.line, &p.text})
}

func (p place) String() string {
	return fmt.Sprintf("line %d: %s", p.line, compile.OneLine(p.text, 200))
}

// checkPython finds the interpreter, if possible the course's, and lets it read the
// source.
func (e *exam) checkPython(ctx context.Context) finding {
	if e.program.Language != compile.Python {
		return finding{}
	}
	var err error
	if e.interpreter, err = compile.FindPython(ctx, e.copy); err != nil {
		return e.unopened(err)
	}
	if e.interpreter.Path == "" {
		return noTool("python3")
	}
	if f := e.runLint(ctx); f.status != "" {
		return f
	}
	if e.lint.Error != nil {
		return wrong(fmt.Sprintf("syntax error, %v (Python %s)", e.lint.Error, e.interpreter.Version))
	}
	e.command = e.interpreter.Command(e.program.Name)
	if e.ofCourse() {
		return fine("Python " + e.interpreter.Version + " reads it")
	}
	return fine(fmt.Sprintf("Python %s reads it (graders have at most %s)", e.interpreter.Version, compile.CoursePython))
}

func (e *exam) ofCourse() bool {
	return strings.HasPrefix(e.interpreter.Version, compile.CoursePython+".")
}

func (e *exam) runLint(ctx context.Context) finding {
	code, text, err := compile.Run(ctx, e.copy, compile.Quote(e.interpreter.Path)+" -W ignore -c "+compile.Quote(string(lintSource))+" "+compile.Quote(e.program.Name))
	if err != nil {
		return e.unopened(err)
	}
	e.lint = new(lint)
	if code != 0 || json.Unmarshal([]byte(text), e.lint) != nil {
		e.lint = nil
		return wrong("Python cannot read the source: " + lastLine(text))
	}
	return finding{}
}

// checkNewer looks for features that the course's Python lacks.
func (e *exam) checkNewer(context.Context) finding {
	if e.lint == nil || e.lint.Error != nil {
		return finding{}
	}
	if old := e.lint.OldError; old != nil {
		return wrong(fmt.Sprintf("graders have Python %s at most, which refuses the source: %v", compile.CoursePython, old))
	}
	if len(e.lint.Newer) > 0 {
		return risky(fmt.Sprintf("not in Python %s, the newest that graders have: %s", compile.CoursePython, places(e.lint.Newer)))
	}
	if e.ofCourse() {
		return fine("played with Python " + e.interpreter.Version)
	}
	return fine("no newer syntax found (a newer method may hide: only Python " + compile.CoursePython + " itself tells)")
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
	return compile.Shorten(texts)
}
