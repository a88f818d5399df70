// Package cpp writes the program of package ir as C++11: one file that needs
// nothing but the standard library.
package cpp

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

//go:embed runtime.cpp.txt
var runtime string

//go:embed network.cpp.txt
var network string

// Source is the whole file. It begins with head, a comment.
func Source(p *ir.Program, head string) (string, error) {
	w := newWriter(p, ir.NewRanges())
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
	w.once = true
	for _, v := range p.Vars {
		w.Comment(v.Doc)
		w.declare(v, v.Init)
	}
	w.once = false
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
	text.Braces
	networked bool // the program plays over a network
	once      bool // what is written is evaluated once
	program   *ir.Program
	ranges    *ir.Ranges
}

func newWriter(p *ir.Program, r *ir.Ranges) *writer {
	w := &writer{program: p, ranges: r}
	w.Braces = text.Braces{Writer: text.Writer{Indent: "  ", Sign: "//"}, Expr: w.expr, Stmt: w.stmt}
	return w
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
	w.Stmts(f.Body)
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

// types writes all types, each after those that it contains.
func (w *writer) types() {
	for _, part := range w.program.Parts {
		for _, s := range part.Structs {
			w.Line("struct %s;", s.Name)
		}
	}
	w.WriteString("\n")
	done := map[ir.Type]bool{}
	for _, part := range w.program.Parts {
		for _, t := range part.Named {
			w.define(t, done)
		}
		for _, t := range part.Structs {
			w.define(t, done)
		}
	}
}

func (w *writer) define(t ir.Type, done map[ir.Type]bool) {
	if done[t] {
		return
	}
	done[t] = true
	switch t := t.(type) {
	case *ir.Named:
		w.define(t.Under, done)
		w.Comment(t.Doc)
		w.Line("typedef %s %s;\n", w.typ(t.Under), t.Name)
	case *ir.Struct:
		for _, f := range t.Fields {
			w.define(f.Type, done)
		}
		w.structure(t)
	case *ir.Array:
		w.define(t.Elem, done)
	case *ir.Slice:
		w.defineNames(t.Elem, done)
	case *ir.Pointer:
		w.defineNames(t.Elem, done)
	case *ir.Signature:
		for _, p := range append(slices.Clone(t.Params), t.Result) {
			w.defineNames(p, done)
		}
	}
}

// defineNames defines a type whose structs have forward declarations.
func (w *writer) defineNames(t ir.Type, done map[ir.Type]bool) {
	if p, ok := t.(*ir.Pointer); ok {
		t = p.Elem
	}
	if _, ok := t.(*ir.Struct); !ok {
		w.define(t, done)
	}
}

func (w *writer) structure(s *ir.Struct) {
	w.Comment(s.Doc)
	w.Line("struct %s {", s.Name)
	w.Depth++
	for _, f := range s.Fields {
		w.Comment(f.Doc)
		w.Line("%s %s;", w.typ(f.Type), f.Name)
	}
	w.Depth--
	w.Line("};\n")
	if !s.Compared {
		return
	}
	if len(s.Fields) == 0 {
		w.Line("inline bool operator==(const %s&, const %s&) { return true; }", s.Name, s.Name)
		w.Line("inline bool operator!=(const %s&, const %s&) { return false; }\n", s.Name, s.Name)
		return
	}
	same := text.Each(s.Fields, func(f *ir.Field) string { return fmt.Sprintf("a.%s == b.%s", f.Name, f.Name) })
	w.Line("inline bool operator==(const %s& a, const %s& b) {\n  return %s;\n}", s.Name, s.Name, strings.Join(same, " &&\n         "))
	w.Line("inline bool operator!=(const %s& a, const %s& b) { return !(a == b); }\n", s.Name, s.Name)
}

var kinds = map[ir.Kind]string{
	ir.Bool: "bool", ir.Int8: "int8_t", ir.Int16: "int16_t", ir.Int32: "int32_t", ir.Int64: "int64_t",
	ir.Uint8: "uint8_t", ir.Uint16: "uint16_t", ir.Uint32: "uint32_t", ir.Uint64: "uint64_t",
	ir.Float64: "double", ir.String: "std::string", ir.Error: "Error", ir.Void: "void",
}

func (w *writer) typ(t ir.Type) string {
	switch t := t.(type) {
	case *ir.Basic:
		return kinds[t.Kind]
	case *ir.Named:
		return t.Name
	case *ir.Struct:
		return t.Name
	case *ir.Array:
		return fmt.Sprintf("std::array<%s, %d>", w.typ(t.Elem), t.Len)
	case *ir.Slice:
		return fmt.Sprintf("Slice<%s>", w.typ(t.Elem))
	case *ir.Pointer:
		return w.typ(t.Elem) + "*"
	case *ir.Signature:
		return fmt.Sprintf("std::add_pointer<%s(%s)>::type", w.typ(t.Result), text.List(t.Params, w.typ))
	case *ir.Tuple:
		return fmt.Sprintf("std::tuple<%s>", text.List(t.List, w.typ))
	}
	w.Fail("type %T", t)
	return "?"
}

func (w *writer) zero(t ir.Type) string {
	switch under := ir.Under(t).(type) {
	case *ir.Basic:
		switch under.Kind {
		case ir.Bool:
			return "false"
		case ir.String:
			return "std::string()"
		case ir.Error:
			return "nullptr"
		}
		return "0"
	case *ir.Pointer, *ir.Signature:
		return "nullptr"
	}
	return w.typ(t) + "()"
}
