package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// loop writes a while or for loop; first may declare its variable.
func (w *writer) loop(first *ir.Declare, s *ir.Loop) {
	cond := ""
	if s.Cond != nil {
		cond = w.expr(s.Cond)
	}
	post := w.inline(s.Post)
	switch {
	case first == nil && len(s.Post) == 0 && s.Cond != nil:
		w.Line("while (%s) {", cond)
	case first == nil:
		w.Line("for (; %s; %s) {", cond, post)
	default:
		w.Line("for (%s = %s; %s; %s) {", w.variable(first.Var), w.initial(first.Var, first.X), cond, post)
	}
	w.inner(s.Body)
	w.Line("}")
}

// inline is the post statements of a loop as one expression.
func (w *writer) inline(post []ir.Stmt) string {
	if len(post) == 1 {
		if s, ok := post[0].(*ir.Together); ok {
			return fmt.Sprintf("std::tie(%s) = %s", text.List(s.L, w.expr), w.tuple(s.R))
		}
	}
	inner := writer{program: w.program, ranges: w.ranges}
	inner.stmts(post)
	w.Errs = append(w.Errs, inner.Errs...)
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(inner.String()), ";"), ";\n", ", ")
}

func (w *writer) count(s *ir.Count) {
	i, t := s.Var.Name, w.typ(s.Var.Type)
	n := w.expr(s.N)
	switch s.N.(type) {
	case *ir.Lit, *ir.ConstRef:
		w.Line("for (%s %s = 0; %s < %s; %s++) {", t, i, i, n, i)
	default:
		w.Line("for (%s %s = 0, %s_end = %s; %s < %s_end; %s++) {", t, i, i, n, i, i, i)
	}
	w.inner(s.Body)
	w.Line("}")
}

func (w *writer) each(s *ir.Each) {
	i := s.Key.Name
	length := ""
	list := w.expr(s.X)
	t := ir.Under(s.X.Type())
	if p := ir.Pointee(t); p != nil {
		t, list = ir.Under(p), w.expr(&ir.Deref{Typed: ir.Of(p), X: s.X})
	}
	if a, ok := t.(*ir.Array); ok {
		length = fmt.Sprint(a.Len)
	}
	wrap := false
	if s.Value != nil {
		// Go evaluates the list once, before the first iteration.
		if v, ok := s.X.(*ir.VarRef); !ok || v.Var.Sets > 0 || v.Var.Addressed {
			wrap = true
			w.Line("{")
			w.Depth++
			w.Line("const %s %s = %s;", w.typ(t), s.List.Name, list)
			list = s.List.Name
		}
	}
	if length == "" {
		w.Line("for (int64_t %s = 0, %s_end = %s.size; %s < %s_end; %s++) {", i, i, list, i, i, i)
	} else {
		w.Line("for (int64_t %s = 0; %s < %s; %s++) {", i, i, length, i)
	}
	if s.Value != nil {
		w.Depth++
		w.Line("%s %s = %s[%s];", w.typ(s.Value.Type), s.Value.Name, list, i)
		w.Depth--
	}
	w.inner(s.Body)
	w.Line("}")
	if wrap {
		w.Depth--
		w.Line("}")
	}
}

// tuple is several values as one.
func (w *writer) tuple(list []ir.Expr) string {
	types := text.List(list, func(x ir.Expr) string { return w.typ(x.Type()) })
	return fmt.Sprintf("std::tuple<%s>(%s)", types, text.List(list, w.expr))
}
