package java

import (
	"fmt"

	"evolab/ship/ir"
)

// A slice is an object that nothing changes, so that any number of variables can
// have it, as in Go. An exception are local variables to which a function appends:
// each has an object of its own, which grows in place.

// growing are the local slices of a function that it appends to.
func growing(f *ir.Func) map[*ir.Var]bool {
	found := map[*ir.Var]bool{}
	ir.Stmts(f.Body, func(s ir.Stmt) {
		a, ok := s.(*ir.Assign)
		if !ok {
			return
		}
		if v, ok := a.L.(*ir.VarRef); ok && !v.Var.Global && !v.Var.Addressed && appendsTo(a.R, v.Var) {
			found[v.Var] = true
		}
	})
	return found
}

// appendsTo reports whether an expression appends to a variable.
func appendsTo(x ir.Expr, v *ir.Var) bool {
	b, ok := x.(*ir.Builtin)
	if !ok || !b.Op.Appends() {
		return false
	}
	if r, ok := b.Args[0].(*ir.VarRef); ok {
		return r.Var == v
	}
	return appendsTo(b.Args[0], v)
}

// isGrowing reports whether an expression is such a variable.
func (w *writer) isGrowing(x ir.Expr) bool {
	v, ok := x.(*ir.VarRef)
	return ok && w.growing[v.Var]
}

// grown is a value for such a variable: an object that nothing else has.
func (w *writer) grown(x ir.Expr, t ir.Type) string {
	if x == nil {
		return w.zero(t) + ".copy()"
	}
	switch x := x.(type) {
	case *ir.SliceOf, *ir.ListLit:
		return w.expr(x)
	case *ir.Builtin:
		if x.Op == ir.OpMake || x.Op.Appends() {
			return w.expr(x)
		}
	case *ir.VarRef:
		if w.isGrowing(x) {
			return w.value(x)
		}
	}
	return w.expr(x) + ".copy()"
}

// owned is a list that may be appended to in place: an object that nothing else
// has.
func (w *writer) owned(x ir.Expr) string { return w.grown(x, x.Type()) }

// appendInPlace writes x = append(x, y) as x.add(y).
func (w *writer) appendInPlace(l, r ir.Expr) bool {
	v, ok := l.(*ir.VarRef)
	if !ok || !w.growing[v.Var] || !appendsTo(r, v.Var) {
		return false
	}
	// The values, innermost call first. What reads the list between two of them would
	// see a longer one.
	var calls []*ir.Builtin
	values, reads := 0, false
	for b := r.(*ir.Builtin); b != nil; {
		calls = append([]*ir.Builtin{b}, calls...)
		for _, a := range b.Args[1:] {
			values++
			reads = reads || ir.Reads(a, func(o *ir.Var) bool { return o == v.Var })
		}
		b, _ = b.Args[0].(*ir.Builtin)
	}
	if values > 1 && reads {
		return false
	}
	s := w.id(v.Var.Name)
	for _, b := range calls {
		for _, a := range b.Args[1:] {
			w.Line("%s;", w.appended(s, b.Op, a))
		}
	}
	return true
}

// appended appends a value, or all of a list, to a list in place.
func (w *writer) appended(list string, op ir.Op, x ir.Expr) string {
	switch {
	case op == ir.OpAppend:
		return fmt.Sprintf("%s.add(%s)", list, w.value(x))
	case ir.KindOf(x.Type()) == ir.String:
		return fmt.Sprintf("append(%s, %s)", list, w.expr(x))
	}
	return fmt.Sprintf("%s.addAll(%s)", list, w.expr(x))
}
