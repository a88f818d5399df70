package doctor

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"evolab/course"
	"evolab/host"
	"evolab/host/compile"
)

func (e *exam) checkName(context.Context) finding {
	p := e.program
	allowed := strings.Join(e.names.Sources, ", ")
	switch {
	case p.Language == compile.Executable:
		return wrong(course.WrongName, fmt.Sprintf("%s is a built program: graders take the source, under one of the names %s", p.Name, allowed))
	case !slices.Contains(e.names.Sources, p.Name):
		return wrong(course.WrongName, fmt.Sprintf("%s: a %s agent has to be called %s", p.Name, p.Language, e.names.AcceptedName(p.Name)))
	case len(p.Rivals) > 0:
		return risky(fmt.Sprintf("%s is examined here, but %s lies beside it: hand in one agent only", p.Name, compile.Shorten(p.Rivals)))
	}
	return fine(p.Name)
}

// checkOthers copies the program with all that a grader would have: its whole folder, or
// what a single source file names and imports.
func (e *exam) checkOthers(ctx context.Context) finding {
	p := e.program
	err := p.CopyAll(ctx, e.copy)
	var refused *host.TreeError
	if errors.As(err, &refused) {
		if err := p.CopyTo(e.copy, nil); err != nil {
			return e.fail(err)
		}
		return wrong(course.Refused, "the folder cannot be handed in as it is, and the program is examined alone: "+refused.Error())
	}
	if err != nil {
		return e.notOpened(err)
	}
	along := p.Along()
	var size int64
	for _, name := range along {
		if info, err := os.Stat(filepath.Join(p.Dir, name)); err == nil {
			size += info.Size()
		}
	}
	if p.Folder {
		for _, name := range p.Folders {
			along = append(along, name+"/")
		}
	}
	return e.helperFiles(slices.DeleteFunc(along, func(name string) bool { return slices.Contains(p.Rivals, name) }), size)
}

// isHelper reports whether the course has room for a file or folder beside the program.
func (e *exam) isHelper(name string) bool {
	return e.names.IsHelper(name) || e.names.IsSecond(name) || strings.HasSuffix(name, "/")
}

func (e *exam) helperFiles(along []string, size int64) finding {
	const much = 10 << 20
	var others []string
	for _, name := range along {
		if !e.isHelper(name) {
			others = append(others, name)
		}
	}
	helpers := strings.Join(e.names.Helpers, ", ")
	switch {
	case len(others) > 0:
		return risky(fmt.Sprintf("the assignment names %s files; a grader may leave out: %s", helpers, compile.Shorten(others)))
	case size > much:
		return risky(fmt.Sprintf("%s of helper files (%s): each ply starts the program anew and reads them again", megabytes(size), compile.Shorten(along)))
	case len(along) > 0:
		text := "helper files that come along: " + compile.Shorten(along)
		if i := slices.IndexFunc(along, e.names.IsSecond); i >= 0 {
			text += fmt.Sprintf(" (%s is the assignment's second program, which is not examined)", along[i])
		}
		return fine(text)
	case e.program.Folder:
		return fine("none")
	}
	return fine("none that the source names")
}

func (e *exam) checkEncoding(context.Context) finding {
	text := e.program.Text
	if c := course.NoText(e.program); c != nil {
		return risky(c.Text) // most compilers refuse it
	}
	switch {
	case e.program.Language == compile.Executable:
		return finding{}
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return risky("the source begins with a byte order mark, which not every compiler takes: save it as UTF-8 without it")
	case !utf8.Valid(text):
		return risky("the source is not UTF-8: not every compiler takes it")
	case bytes.Contains(text, []byte("\r\n")):
		return risky("lines end as on Windows (CRLF): save the source with LF")
	case bytes.IndexByte(text, '\r') >= 0:
		return risky("a carriage return within a line: save the source with LF")
	}
	return fine("UTF-8, lines end with LF")
}

func (e *exam) checkPermissions(context.Context) finding {
	const othersRead = 0o004
	mode := e.program.Mode.Perm()
	if mode&othersRead == 0 {
		return risky(fmt.Sprintf("%s can be read by its owner only (mode %04o): a grader may be somebody else (chmod a+r)", e.program.Name, mode))
	}
	return fine(fmt.Sprintf("mode %04o", mode))
}

//go:embed lint.py
var lintSource []byte

// lintedPython is the version whose lack of newer features lint.py knows.
const lintedPython = "3.7"

// lint is what lint.py finds.
type lint struct {
	OldError *lintFinding  `json:"old_error"` // of the course's Python
	Newer    []lintFinding `json:"newer"`     // names that it lacks
	Foreign  []lintFinding `json:"foreign"`   // modules outside the standard library
}

// lintFinding is a finding in a source: [line, text].
type lintFinding struct {
	line int
	text string
}

func (p *lintFinding) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.line, &p.text})
}

func (p lintFinding) String() string {
	return fmt.Sprintf("line %d: %s", p.line, compile.OneLine(p.text, 200))
}

// checkPython finds the interpreter, if possible the course's, and lets it read the
// source.
func (e *exam) checkPython(ctx context.Context) finding {
	if e.program.Language != compile.Python {
		return finding{}
	}
	if _, f := e.build(ctx); f.status != "" || e.err != nil {
		return f
	}
	var err error
	if e.interpreter, err = e.program.Tools.FindPython(ctx, e.copy); err == nil {
		err = e.runLint(ctx)
	}
	if err != nil {
		return e.notOpened(err)
	}
	newest := e.program.Tools.Newest
	if newest == "" || e.isCoursePython() {
		return fine("Python " + e.interpreter.Version + " reads it")
	}
	return fine(fmt.Sprintf("Python %s reads it (graders have at most %s)", e.interpreter.Version, newest))
}

func (e *exam) isCoursePython() bool {
	return strings.HasPrefix(e.interpreter.Version, e.program.Tools.Newest+".")
}

// runLint looks at a source that the interpreter has read. Without its findings, which only
// lint.py can fail to make, the checks of them do not apply.
func (e *exam) runLint(ctx context.Context) error {
	code, text, err := compile.Run(ctx, e.copy, compile.Quote(e.interpreter.Path)+" -W ignore -c "+compile.Quote(string(lintSource))+" "+compile.Quote(e.program.Name))
	if err != nil {
		return err
	}
	e.lint = new(lint)
	if code != 0 || json.Unmarshal([]byte(text), e.lint) != nil {
		e.lint = nil
	}
	return nil
}

// checkNewer looks for features that the course's Python lacks.
func (e *exam) checkNewer(context.Context) finding {
	newest := e.program.Tools.Newest
	if e.lint == nil || newest != lintedPython {
		return finding{} // the course has any Python, or one that lint.py does not know
	}
	if old := e.lint.OldError; old != nil {
		return wrong(course.SyntaxError, fmt.Sprintf("graders have Python %s at most, which refuses the source: %v", newest, old))
	}
	if len(e.lint.Newer) > 0 {
		return risky(fmt.Sprintf("not in Python %s, the newest that graders have: %s", newest, lintTexts(e.lint.Newer)))
	}
	if e.isCoursePython() {
		return fine("played with Python " + e.interpreter.Version)
	}
	return fine("no newer syntax found (a newer method may hide: only Python " + newest + " itself tells)")
}

// checkImports names the modules that are not Python's own.
func (e *exam) checkImports(context.Context) finding {
	if e.lint == nil {
		return finding{}
	}
	var foreign []lintFinding
	for _, f := range e.lint.Foreign {
		if !e.isBeside(f.text) {
			foreign = append(foreign, f)
		}
	}
	switch {
	case len(foreign) > 0:
		return risky("not in the standard library: " + lintTexts(foreign))
	case len(e.lint.Foreign) > 0:
		return fine("the standard library and files beside it")
	}
	return fine("the standard library only")
}

// isBeside reports whether a module of Python is a file or a folder beside the program.
func (e *exam) isBeside(module string) bool {
	p := e.program
	return module == "." || slices.Contains(p.Others, module+".py") || slices.Contains(p.Folders, module)
}

func lintTexts(list []lintFinding) string {
	var texts []string
	for _, p := range list {
		texts = appendUnique(texts, fmt.Sprintf("%s (line %d)", p.text, p.line))
	}
	return compile.Shorten(texts)
}

// checkBuild compiles the program. checkPython has prepared Python programs.
func (e *exam) checkBuild(ctx context.Context) finding {
	if e.program.Language == compile.Python {
		return finding{}
	}
	tool, f := e.build(ctx)
	switch {
	case f.status != "" || tool == "" || e.err != nil:
		return f
	case e.program.Tools.Compile == "":
		return fine(tool + " reads it")
	}
	return fine(tool + " builds it")
}

// build makes the copy ready to run, and judges a source that cannot be, as gradings do.
func (e *exam) build(ctx context.Context) (tool string, f finding) {
	command, tool, err := e.program.Compile(ctx, e.copy)
	var missing *compile.NoTool
	var failed *compile.Failed
	switch {
	case errors.As(err, &missing):
		return tool, unchecked("this machine has no " + missing.Name + ": no ply could be played")
	case errors.As(err, &failed):
		cause := course.CauseOfBuild(failed, e.program)
		return tool, wrong(cause.Verdict, cause.Text)
	case err != nil:
		return tool, e.notOpened(err)
	}
	e.command = command
	return tool, finding{}
}
