package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
)

// types writes all types, each after those that it contains.
func (w *writer) types() {
	for _, part := range w.program.Parts {
		for _, s := range part.Structs {
			w.line("struct %s;", s.Name)
		}
	}
	w.text("\n")
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
		w.comment(t.Doc)
		w.line("typedef %s %s;\n", w.typ(t.Under), t.Name)
	case *ir.Struct:
		for _, f := range t.Fields {
			w.define(f.Type, done)
		}
		w.structure(t)
	case *ir.Array:
		w.define(t.Elem, done)
	case *ir.Slice:
		if _, ok := t.Elem.(*ir.Struct); !ok {
			w.define(t.Elem, done)
		}
	case *ir.Pointer:
		if _, ok := t.Elem.(*ir.Struct); !ok {
			w.define(t.Elem, done)
		}
	case *ir.Signature:
		for _, p := range t.Params {
			w.defineNames(p, done)
		}
		w.defineNames(t.Result, done)
	}
}

// defineNames writes the named types that a function type uses; structs have
// forward declarations.
func (w *writer) defineNames(t ir.Type, done map[ir.Type]bool) {
	if p, ok := t.(*ir.Pointer); ok {
		t = p.Elem
	}
	if _, ok := t.(*ir.Struct); !ok {
		w.define(t, done)
	}
}

func (w *writer) structure(s *ir.Struct) {
	w.comment(s.Doc)
	w.line("struct %s {", s.Name)
	w.depth++
	for _, f := range s.Fields {
		w.comment(f.Doc)
		w.line("%s %s;", w.typ(f.Type), f.Name)
	}
	w.depth--
	w.line("};\n")
	if !s.Compared {
		return
	}
	if len(s.Fields) == 0 {
		w.line("inline bool operator==(const %s&, const %s&) { return true; }", s.Name, s.Name)
		w.line("inline bool operator!=(const %s&, const %s&) { return false; }\n", s.Name, s.Name)
		return
	}
	var same []string
	for _, f := range s.Fields {
		same = append(same, fmt.Sprintf("a.%s == b.%s", f.Name, f.Name))
	}
	w.line("inline bool operator==(const %s& a, const %s& b) {\n  return %s;\n}", s.Name, s.Name, strings.Join(same, " &&\n         "))
	w.line("inline bool operator!=(const %s& a, const %s& b) { return !(a == b); }\n", s.Name, s.Name)
}
