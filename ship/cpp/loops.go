package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
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
		w.line("while (%s) {", cond)
	case first == nil:
		w.line("for (; %s; %s) {", cond, post)
	default:
		x := w.zero(first.Var.Type)
		if first.X != nil {
			x = w.expr(first.X)
		}
		w.line("for (%s %s = %s; %s; %s) {", w.typ(first.Var.Type), first.Var.Name, x, cond, post)
	}
	w.inner(s.Body)
	w.line("}")
}

// inline is the post statements of a loop as one expression.
func (w *writer) inline(post []ir.Stmt) string {
	if len(post) == 1 {
		if s, ok := post[0].(*ir.Together); ok {
			var types []string
			for _, l := range s.L {
				types = append(types, w.typ(l.Type()))
			}
			return fmt.Sprintf("std::tie(%s) = std::tuple<%s>(%s)", strings.Join(w.exprs(s.L), ", "), strings.Join(types, ", "), strings.Join(w.exprs(s.R), ", "))
		}
	}
	inner := writer{program: w.program, ranges: w.ranges}
	inner.stmts(post)
	w.errs = append(w.errs, inner.errs...)
	text := strings.TrimSpace(inner.b.String())
	return strings.ReplaceAll(strings.TrimSuffix(text, ";"), ";\n", ", ")
}

func (w *writer) count(s *ir.Count) {
	i, t := s.Var.Name, w.typ(s.Var.Type)
	n := w.expr(s.N)
	switch s.N.(type) {
	case *ir.Lit, *ir.ConstRef:
		w.line("for (%s %s = 0; %s < %s; %s++) {", t, i, i, n, i)
	default:
		w.line("for (%s %s = 0, %s_end = %s; %s < %s_end; %s++) {", t, i, i, n, i, i, i)
	}
	w.inner(s.Body)
	w.line("}")
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
			w.line("{")
			w.depth++
			w.line("const %s %s = %s;", w.typ(t), s.List.Name, list)
			list = s.List.Name
		}
	}
	if length == "" {
		w.line("for (int64_t %s = 0, %s_end = %s.size; %s < %s_end; %s++) {", i, i, list, i, i, i)
	} else {
		w.line("for (int64_t %s = 0; %s < %s; %s++) {", i, i, length, i)
	}
	if s.Value != nil {
		w.depth++
		w.line("%s %s = %s[%s];", w.typ(s.Value.Type), s.Value.Name, list, i)
		w.depth--
	}
	w.inner(s.Body)
	w.line("}")
	if wrap {
		w.depth--
		w.line("}")
	}
}
