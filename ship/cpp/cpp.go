package cpp

import (
	_ "embed"
	"fmt"

	"evolab/ship/ir"
	"evolab/ship/text"
)

//go:embed runtime.cpp.txt
var runtime string

//go:embed network.cpp.txt
var network string

// Source is the whole file. It begins with head, a comment.
func Source(p *ir.Program, head string) (string, error) {
	w := &writer{Writer: text.Writer{Indent: "  ", Sign: "//"}, program: p, ranges: ir.NewRanges()}
	w.WriteString("// ---- the program\n\nnamespace {\n\n")
	w.types()
	for _, part := range p.Parts {
		for _, c := range part.Consts {
			w.Comment(c.Doc)
			w.Line("const %s %s = %s;", w.typ(c.Type), c.Name, w.literal(c.Value, c.Type))
		}
	}
	w.WriteString("\n")
	for _, part := range p.Parts {
		for _, f := range part.Funcs {
			w.Line("%s;", w.header(f, nil))
		}
	}
	w.WriteString("\n")
	for _, v := range p.Vars {
		w.Comment(v.Doc)
		w.declare(v, v.Init)
	}
	w.WriteString("\n")
	for _, part := range p.Parts {
		if len(part.Funcs) > 0 {
			w.Title(part)
		}
		for _, f := range part.Funcs {
			w.function(f)
		}
	}
	w.WriteString("}  // namespace\n\n")
	w.WriteString(fmt.Sprintf("int main(int argc, char** argv) {\n  rt_arguments(argc, argv);\n  return int(%s());\n}\n", p.Entry.Name))
	if w.networked {
		return head + runtime + network + w.String(), w.Err("c++")
	}
	return head + runtime + w.String(), w.Err("c++")
}

// declare writes the declaration of a variable with a value; nil is zero.
func (w *writer) declare(v *ir.Var, x ir.Expr) {
	w.Line("%s = %s;", w.variable(v), w.initial(v, x))
}

// variable is the type and the name of a variable.
func (w *writer) variable(v *ir.Var) string { return w.typ(v.Type) + " " + v.Name }

// initial is the initial value of a variable; nil is zero.
func (w *writer) initial(v *ir.Var, x ir.Expr) string {
	if x == nil {
		return w.zero(v.Type)
	}
	return w.expr(x)
}

// writer writes the program.
type writer struct {
	text.Writer
	networked bool // the program plays over a network
	program   *ir.Program
	ranges    *ir.Ranges
}

func (w *writer) function(f *ir.Func) {
	w.Comment(f.Doc)
	used := map[*ir.Var]bool{}
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, x := range ir.Operands(s) {
			ir.Reads(x, func(v *ir.Var) bool { used[v] = true; return false })
		}
	})
	w.Line("%s {", w.header(f, used))
	w.Depth++
	for _, r := range f.Results {
		if used[r] {
			w.declare(r, nil)
		}
	}
	w.stmts(f.Body)
	w.Depth--
	w.Line("}\n")
}

// header is a function's type and parameters. A parameter that is not in used
// has no name.
func (w *writer) header(f *ir.Func, used map[*ir.Var]bool) string {
	params := text.List(f.Params, func(p *ir.Var) string {
		if used[p] {
			return w.variable(p)
		}
		return w.typ(p.Type)
	})
	return fmt.Sprintf("%s %s(%s)", w.typ(f.Result), f.Name, params)
}
