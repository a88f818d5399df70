package python

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"evolab/ship/inline"
	"evolab/ship/ir"
)

//go:embed runtime.py.txt
var runtime string

// Source is the whole file. It begins with head, a comment. Source changes the
// program: it inlines small functions.
func Source(p *ir.Program, head string) (string, error) {
	inline.Program(p)
	w := &writer{ranges: ir.NewRanges(), writes: newWrites(p), copied: map[*ir.Struct]bool{}, replaced: map[*ir.Struct]bool{}}
	w.program(p) // finds the structs that are copied
	for len(w.errs) == 0 {
		known := len(w.copied) + len(w.replaced)
		w.b.Reset()
		w.program(p)
		if known == len(w.copied)+len(w.replaced) {
			break
		}
	}
	if len(w.errs) > 0 {
		slices.Sort(w.errs)
		return "", fmt.Errorf("ship: python: %s", strings.Join(slices.Compact(w.errs), "; "))
	}
	body := w.b.String() + fmt.Sprintf("\nif __name__ == \"__main__\":\n    finish(%s())\n", p.Entry.Name)
	return head + needed(runtime, body) + body, nil
}

// program writes everything except the runtime.
func (w *writer) program(p *ir.Program) {
	for _, part := range p.Parts {
		w.part(part)
	}
	w.text("\n# ---- what is set up once\n\n")
	for _, v := range p.Vars {
		w.comment(v.Doc)
		w.line("%s = %s", v.Name, w.initial(v))
	}
}

// writer writes the program.
type writer struct {
	ranges *ir.Ranges
	b      strings.Builder
	depth  int
	posts  [][]ir.Stmt // post statements, which continue has to run; innermost loop last
	params map[*ir.Var]bool
	// aliases are the pointers of the current function that are written as a list
	// or an object and the place in it.
	aliases map[*ir.Var]bool
	// copied and replaced are the structs that are copied, or assigned, as a whole.
	copied, replaced map[*ir.Struct]bool
	// writes and written are about parts of slices: see windows.go.
	writes  writes
	written map[*ir.Var]bool
	// returning is set while a return statement is written.
	returning bool
	errs      []string
}

func (w *writer) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Sprintf(format, args...))
}

func (w *writer) text(s string) { w.b.WriteString(s) }

// line writes an indented line.
func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("    ", w.depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// comment writes a comment of one or more lines.
func (w *writer) comment(text string) {
	if text == "" {
		return
	}
	for _, l := range strings.Split(text, "\n") {
		w.line("%s", strings.TrimRight("# "+strings.ReplaceAll(l, "\t", "    "), " "))
	}
}

// part writes a package.
func (w *writer) part(p *ir.Part) {
	if len(p.Structs)+len(p.Consts)+len(p.Funcs) == 0 {
		return
	}
	w.line("\n# ---- %s", p.Name)
	if p.Doc != "" {
		w.line("#")
		w.comment(p.Doc)
	}
	w.text("\n")
	for _, c := range p.Consts {
		w.comment(c.Doc)
		w.line("%s = %s", c.Name, w.literal(c.Value, c.Type))
	}
	for _, s := range p.Structs {
		w.class(s)
	}
	for _, f := range p.Funcs {
		w.function(f)
	}
}

func (w *writer) function(f *ir.Func) {
	w.text("\n\n")
	w.comment(f.Doc)
	var params []string
	w.params, w.aliases, w.written = map[*ir.Var]bool{}, aliasesOf(f), w.writes.variables(f)
	for i, p := range f.Params {
		w.params[p] = true
		if p.Name == "unused" {
			p.Name = fmt.Sprintf("unused%d", i)
		}
		params = append(params, p.Name)
	}
	w.line("def %s(%s):", f.Name, strings.Join(params, ", "))
	w.depth++
	for _, name := range globals(f) {
		w.line("global %s", name)
	}
	for _, p := range f.Params {
		if ir.IsAggregate(p.Type) && (p.Sets > 0 || p.Addressed) {
			w.line("%s = %s", p.Name, w.copyOf(p.Name, p.Type))
		}
	}
	for _, r := range f.Results {
		w.line("%s = %s", r.Name, w.zero(r.Type))
	}
	w.stmts(f.Body)
	if len(f.Body) == 0 {
		w.line("pass")
	}
	w.depth--
}

// globals are the package variables that a function assigns.
func globals(f *ir.Func) []string {
	var names []string
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, place := range targets(s) {
			if v, ok := place.(*ir.VarRef); ok && v.Var.Global && !slices.Contains(names, v.Var.Name) {
				names = append(names, v.Var.Name)
			}
		}
	})
	return names
}

// initial is the initial value of a package variable.
func (w *writer) initial(v *ir.Var) string {
	if v.Init == nil {
		return w.zero(v.Type)
	}
	return w.value(v.Init)
}
