package cpp

import (
	"fmt"
	"slices"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

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
