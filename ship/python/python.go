package python

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"evolab/ship/inline"
	"evolab/ship/ir"
	"evolab/ship/text"
)

//go:embed runtime.py.txt
var runtime string

// Source is the whole file. It begins with head, a comment. Source changes the
// program: it inlines small functions.
func Source(p *ir.Program, head string) (string, error) {
	inline.Program(p)
	w := &writer{
		Writer: text.Writer{Indent: "    ", Sign: "#"}, ranges: ir.NewRanges(), writes: newWrites(p),
		copied: map[*ir.Struct]bool{}, replaced: map[*ir.Struct]bool{},
	}
	// Writing a program finds the structs that are copied, which need methods: it is
	// written until none is new.
	for known := -1; known < len(w.copied)+len(w.replaced) && len(w.Errs) == 0; {
		known = len(w.copied) + len(w.replaced)
		w.Reset()
		for _, part := range p.Parts {
			w.part(part)
		}
		w.WriteString("\n# ---- what is set up once\n\n")
		for _, v := range p.Vars {
			w.Comment(v.Doc)
			w.Line("%s = %s", v.Name, text.Or(v.Init, w.value, w.zero(v.Type)))
		}
	}
	body := w.String() + fmt.Sprintf("\nif __name__ == \"__main__\":\n    finish(%s())\n", p.Entry.Name)
	return head + needed(runtime, body) + body, w.Err("python")
}

func (w *writer) part(p *ir.Part) {
	if len(p.Structs)+len(p.Consts)+len(p.Funcs) == 0 {
		return
	}
	w.WriteString("\n")
	w.Title(p)
	for _, c := range p.Consts {
		w.Comment(c.Doc)
		w.Line("%s = %s", c.Name, w.literal(c.Value, c.Type))
	}
	for _, s := range p.Structs {
		w.class(s)
	}
	for _, f := range p.Funcs {
		w.function(f)
	}
}

// writer writes the program.
type writer struct {
	text.Writer
	ranges *ir.Ranges
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
}

func (w *writer) function(f *ir.Func) {
	w.WriteString("\n\n")
	w.Comment(f.Doc)
	var params []string
	w.params, w.aliases, w.written = map[*ir.Var]bool{}, aliasesOf(f), w.writes.variables(f)
	for i, p := range f.Params {
		w.params[p] = true
		if p.Name == "unused" {
			p.Name = fmt.Sprintf("unused%d", i)
		}
		params = append(params, p.Name)
	}
	w.Line("def %s(%s):", f.Name, strings.Join(params, ", "))
	w.Depth++
	var globals []string
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, place := range targets(s) {
			if v, ok := place.(*ir.VarRef); ok && v.Var.Global && !slices.Contains(globals, v.Var.Name) {
				globals = append(globals, v.Var.Name)
				w.Line("global %s", v.Var.Name)
			}
		}
	})
	for _, p := range f.Params {
		if ir.IsAggregate(p.Type) && (p.Sets > 0 || p.Addressed) {
			w.Line("%s = %s", p.Name, w.copyOf(p.Name, p.Type))
		}
	}
	for _, r := range f.Results {
		w.Line("%s = %s", r.Name, w.zero(r.Type))
	}
	w.stmts(f.Body)
	if len(f.Body) == 0 {
		w.Line("pass")
	}
	w.Depth--
}
