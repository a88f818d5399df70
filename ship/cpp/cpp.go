package cpp

import (
	_ "embed"
	"fmt"
	"sort"
	"strings"

	"evolab/ship/ir"
)

//go:embed runtime.cpp.txt
var runtime string

// network is the part of the runtime for programs on a network.
//
//go:embed network.cpp.txt
var network string

// Source is the whole file. It begins with head, a comment.
func Source(p *ir.Program, head string) (string, error) {
	w := &writer{program: p, ranges: ir.NewRanges()}
	w.text("// ---- the program\n\nnamespace {\n\n")
	w.types()
	w.constants()
	w.prototypes()
	for _, v := range p.Vars {
		w.global(v)
	}
	w.text("\n")
	for _, part := range p.Parts {
		w.part(part)
	}
	w.text("}  // namespace\n\n")
	w.text(fmt.Sprintf("int main(int argc, char** argv) {\n  rt_arguments(argc, argv);\n  return int(%s());\n}\n", p.Entry.Name))
	if len(w.errs) > 0 {
		sort.Strings(w.errs)
		return "", fmt.Errorf("ship: c++: %s", strings.Join(w.errs, "; "))
	}
	return head + w.runtime() + w.b.String(), nil
}

// runtime is the runtime that the program needs.
func (w *writer) runtime() string {
	if w.networked {
		return runtime + network
	}
	return runtime
}

// writer writes the program.
type writer struct {
	// networked is set if the program plays over a network.
	networked bool
	program   *ir.Program
	ranges    *ir.Ranges
	b         strings.Builder
	depth     int
	errs      []string
}

func (w *writer) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Sprintf(format, args...))
}

func (w *writer) text(s string) { w.b.WriteString(s) }

// line writes an indented line.
func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

// comment writes a comment of one or more lines.
func (w *writer) comment(text string) {
	if text == "" {
		return
	}
	for _, l := range strings.Split(text, "\n") {
		// A backslash at the end would continue the comment on the next line.
		w.line("%s", strings.TrimRight("// "+strings.ReplaceAll(l, "\t", "    "), " \\"))
	}
}

func (w *writer) constants() {
	for _, part := range w.program.Parts {
		for _, c := range part.Consts {
			w.comment(c.Doc)
			w.line("const %s %s = %s;", w.typ(c.Type), c.Name, w.literal(c.Value, c.Type))
		}
	}
	w.text("\n")
}

func (w *writer) prototypes() {
	for _, part := range w.program.Parts {
		for _, f := range part.Funcs {
			w.line("%s;", w.header(f, nil))
		}
	}
	w.text("\n")
}

// global writes a package variable with its initial value.
func (w *writer) global(v *ir.Var) {
	w.comment(v.Doc)
	if v.Init == nil {
		w.line("%s %s = %s;", w.typ(v.Type), v.Name, w.zero(v.Type))
		return
	}
	w.line("%s %s = %s;", w.typ(v.Type), v.Name, w.expr(v.Init))
}

// part writes the functions of a package.
func (w *writer) part(p *ir.Part) {
	if len(p.Funcs) == 0 {
		return
	}
	w.line("// ---- %s", p.Name)
	if p.Doc != "" {
		w.line("//")
		w.comment(p.Doc)
	}
	w.text("\n")
	for _, f := range p.Funcs {
		w.function(f)
	}
}

func (w *writer) function(f *ir.Func) {
	w.comment(f.Doc)
	used := map[*ir.Var]bool{}
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, x := range ir.Operands(s) {
			ir.Reads(x, func(v *ir.Var) bool { used[v] = true; return false })
		}
	})
	w.line("%s {", w.header(f, used))
	w.depth++
	for _, r := range f.Results {
		if !used[r] {
			continue
		}
		w.line("%s %s = %s;", w.typ(r.Type), r.Name, w.zero(r.Type))
	}
	w.stmts(f.Body)
	w.depth--
	w.line("}\n")
}

// header is a function's type and parameters. A parameter that is not in used
// has no name.
func (w *writer) header(f *ir.Func, used map[*ir.Var]bool) string {
	var params []string
	for _, p := range f.Params {
		if used == nil || !used[p] {
			params = append(params, w.typ(p.Type))
			continue
		}
		params = append(params, w.typ(p.Type)+" "+p.Name)
	}
	return fmt.Sprintf("%s %s(%s)", w.typ(f.Result), f.Name, strings.Join(params, ", "))
}
