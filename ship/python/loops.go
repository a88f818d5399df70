package python

import (
	"fmt"

	"evolab/ship/ir"
)

// loop writes a while loop, or a for loop over a range if the loop only counts.
func (w *writer) loop(first *ir.Declare, s *ir.Loop) {
	if first != nil {
		if r, ok := w.counting(first, s); ok {
			w.Line("for %s in %s:", first.Var.Name, r)
			w.body(s.Body, nil)
			return
		}
		w.stmt(first)
	}
	cond := "True"
	if s.Cond != nil {
		cond = w.expr(s.Cond)
	}
	w.Line("while %s:", cond)
	w.body(s.Body, s.Post)
}

// body writes the body of a loop and its post statements.
func (w *writer) body(list, post []ir.Stmt) {
	w.posts = append(w.posts, post)
	all := append(append([]ir.Stmt{}, list...), post...)
	w.inner(all)
	w.posts = w.posts[:len(w.posts)-1]
}

func (w *writer) count(s *ir.Count) {
	w.Line("for %s in range(%s):", s.Var.Name, w.expr(s.N))
	w.body(s.Body, nil)
}

func (w *writer) each(s *ir.Each) {
	list := w.expr(s.X)
	switch {
	case s.Value == nil:
		w.Line("for %s in range(%s):", s.Key.Name, w.length(s.X))
		w.body(s.Body, nil)
		return
	case !quiet(s.Body):
		// The loop may change its list: Go ranges over a copy of an array, but reads
		// each element of a slice when its turn comes.
		if _, ok := ir.Under(s.X.Type()).(*ir.Slice); !ok {
			list = w.value(s.X)
		}
		w.Line("%s = %s", s.List.Name, list)
		w.Line("for %s in range(len(%s)):", s.Key.Name, s.List.Name)
		w.Depth++
		w.Line("%s = %s", s.Value.Name, w.copyOf(fmt.Sprintf("%s[%s]", s.List.Name, s.Key.Name), s.Value.Type))
		w.Depth--
		w.body(s.Body, nil)
		return
	case s.Key.Hidden:
		w.Line("for %s in %s:", s.Value.Name, list)
	default:
		w.Line("for %s, %s in enumerate(%s):", s.Key.Name, s.Value.Name, list)
	}
	if ir.IsAggregate(s.Value.Type) && (s.Value.Sets > 0 || s.Value.Addressed) {
		w.Depth++
		w.Line("%s = %s", s.Value.Name, w.copyOf(s.Value.Name, s.Value.Type))
		w.Depth--
	}
	w.body(s.Body, nil)
}

// length is the number of elements of a list.
func (w *writer) length(x ir.Expr) string {
	t := ir.Under(x.Type())
	if p := ir.Pointee(t); p != nil {
		t = ir.Under(p)
	}
	if a, ok := t.(*ir.Array); ok {
		return fmt.Sprint(a.Len)
	}
	return fmt.Sprintf("len(%s)", w.expr(x))
}
