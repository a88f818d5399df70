package python

import (
	"fmt"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// A slice of a list is a copy in Python. If something is written to it, it has to
// be a Window, which writes to the whole list.

// writes notes, by index, the list parameters that functions write to.
type writes map[*ir.Func][]bool

// newWrites looks at all functions until it finds nothing new.
func newWrites(p *ir.Program) writes {
	known := writes{}
	for changed := true; changed; {
		changed = false
		for _, part := range p.Parts {
			for _, f := range part.Funcs {
				if known[f] == nil {
					known[f] = make([]bool, len(f.Params))
				}
				written := known.variables(f)
				for i, p := range f.Params {
					// A parameter that is assigned is appended to and returned.
					if written[p] && p.Sets == 0 && !known[f][i] {
						known[f][i], changed = true, true
					}
				}
			}
		}
	}
	return known
}

// variables are the slices of a function whose elements it writes, itself or
// through calls.
func (k writes) variables(f *ir.Func) map[*ir.Var]bool {
	found := map[*ir.Var]bool{}
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, place := range ir.Targets(s) {
			noteElement(place, found)
		}
		for _, x := range ir.Operands(s) {
			ir.Exprs(x, func(x ir.Expr) bool {
				switch x := x.(type) {
				case *ir.Builtin:
					if x.Op == ir.OpCopy {
						noteList(x.Args[0], found)
					}
				case *ir.Call:
					for i, a := range x.Args {
						if i < len(k[x.Func]) && k[x.Func][i] {
							noteList(a, found)
						}
					}
				}
				return true
			})
		}
	})
	return found
}

func noteElement(place ir.Expr, found map[*ir.Var]bool) {
	for {
		switch x := place.(type) {
		case *ir.IndexOf:
			noteList(x.X, found)
			place = x.X
		case *ir.FieldOf:
			place = x.X
		default:
			return
		}
	}
}

// noteList notes the variable of a slice or of a slice of it.
func noteList(list ir.Expr, found map[*ir.Var]bool) {
	if s, ok := list.(*ir.SliceOf); ok {
		list = s.X
	}
	if v, ok := list.(*ir.VarRef); ok {
		if _, ok := ir.Under(v.Type()).(*ir.Slice); ok {
			found[v.Var] = true
		}
	}
}

// argument is a value that is passed to a parameter.
func (w *writer) argument(f *ir.Func, i int, x ir.Expr) string {
	local := false // a slice of a local variable, which is not read after the function returns
	if s, ok := x.(*ir.SliceOf); ok {
		v, ok := s.X.(*ir.VarRef)
		local = ok && !v.Var.Global
	}
	if i < len(w.writes[f]) && w.writes[f][i] && !(w.returning && local) {
		if s, ok := w.window(x); ok {
			return s
		}
	}
	return w.expr(x)
}

// window is a slice of a list that can be written to; ok is false for anything
// but a slice of a list.
func (w *writer) window(x ir.Expr) (string, bool) {
	s, ok := x.(*ir.SliceOf)
	if !ok || s.Low == nil && s.High == nil || ir.KindOf(s.X.Type()) == ir.String {
		return "", false
	}
	if z, ok := s.High.(*ir.Lit); ok && z.Value.ExactString() == "0" {
		return "", false
	}
	low, high := text.Or(s.Low, w.expr, "0"), text.Or(s.High, w.expr, w.length(s.X))
	return fmt.Sprintf("Window(%s, %s, %s)", w.expr(s.X), low, high), true
}
