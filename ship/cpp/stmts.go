package cpp

import (
	"fmt"
	"go/token"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Comment:
		w.Comment(s.Text)
	case *ir.Declare:
		w.declare(s.Var, s.X)
	case *ir.Assign:
		w.Line("%s = %s;", w.expr(s.L), w.expr(s.R))
	case *ir.Together:
		w.together(s)
	case *ir.Update:
		w.update(s)
	case *ir.Unpack:
		name := s.Results.Name
		w.Line("const %s %s = %s;", w.typ(s.X.Type()), name, w.expr(s.X))
		for i, l := range s.L {
			if v := s.Declares[i]; v != nil {
				w.Line("%s = std::get<%d>(%s);", w.variable(v), i, name)
			} else if l != nil {
				w.Line("%s = std::get<%d>(%s);", w.expr(l), i, name)
			}
		}
	case *ir.CallStmt:
		w.Line("%s;", w.expr(s.X))
	default:
		w.flow(s)
	}
}

func (w *writer) flow(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.If:
		w.Branches(s)
	case *ir.Loop:
		w.loop(nil, s)
	case *ir.Count:
		w.count(s)
	case *ir.Each:
		w.each(s)
	case *ir.Return:
		if len(s.X) > 1 {
			w.Line("return %s;", w.tuple(s.X))
		} else {
			w.Line("%s;", strings.TrimRight("return "+text.List(s.X, w.expr), " "))
		}
	case *ir.Break:
		w.Line("break;")
	case *ir.Continue:
		w.Line("continue;")
	case *ir.Block:
		if first, loop, ok := text.CountingLoop(s); ok {
			w.loop(first, loop)
			return
		}
		w.Block(s.Body)
	case *ir.Panic:
		w.Line("std::abort();")
	default:
		w.Fail("statement %T", s)
	}
}

// update writes an assignment such as +=. Narrow integers keep their width.
func (w *writer) update(s *ir.Update) {
	l := w.expr(s.L)
	if lit, ok := s.R.(*ir.Lit); ok && lit.Value.ExactString() == "1" && ir.KindOf(s.L.Type()).Bits() > 0 {
		if step := map[token.Token]string{token.ADD: "++", token.SUB: "--"}[s.Op]; step != "" {
			w.Line("%s%s;", w.operand(s.L, text.Postfix), step) // wraps as Go does, whatever the width
			return
		}
	}
	b := &ir.Binary{Typed: ir.Of(s.L.Type()), Op: s.Op, X: s.L, Y: s.R}
	if w.natural(b) {
		op, r := s.Op.String()+"=", w.expr(s.R)
		if s.Op == token.AND_NOT {
			op, r = "&= ~", "("+r+")"
		}
		w.Line("%s %s %s;", l, op, r)
		return
	}
	w.Line("%s = %s;", l, w.expr(b))
}

// together assigns after all values are computed, or swaps two variables.
func (w *writer) together(s *ir.Together) {
	l, r := text.Each(s.L, w.expr), text.Each(s.R, w.expr)
	if len(l) == 2 && l[0] == r[1] && l[1] == r[0] {
		w.Line("std::swap(%s, %s);", l[0], l[1])
		return
	}
	w.Line("{")
	w.Depth++
	for i := range r {
		typ := "const " + w.typ(s.L[i].Type())
		if ir.Pointee(s.L[i].Type()) != nil {
			typ = w.typ(s.L[i].Type()) + " const" // the pointer, not what it points to
		}
		w.Line("%s value%d_ = %s;", typ, i, r[i])
	}
	for i := range l {
		w.Line("%s = value%d_;", l[i], i)
	}
	w.Depth--
	w.Line("}")
}

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
	w.Inner(s.Body)
	w.Line("}")
}

// inline is the post statements of a loop as one expression.
func (w *writer) inline(post []ir.Stmt) string {
	if len(post) == 1 {
		if s, ok := post[0].(*ir.Together); ok {
			return fmt.Sprintf("std::tie(%s) = %s", text.List(s.L, w.expr), w.tuple(s.R))
		}
	}
	inner := newWriter(w.program, w.ranges)
	inner.Stmts(post)
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
	w.Inner(s.Body)
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
		w.Line("for (int64_t %s = 0, %s_end = %s.size(); %s < %s_end; %s++) {", i, i, list, i, i, i)
	} else {
		w.Line("for (int64_t %s = 0; %s < %s; %s++) {", i, i, length, i)
	}
	if s.Value != nil {
		w.Depth++
		w.Line("%s %s = %s[%s];", w.typ(s.Value.Type), s.Value.Name, list, i)
		w.Depth--
	}
	w.Inner(s.Body)
	w.Line("}")
	if wrap {
		w.Depth--
		w.Line("}")
	}
}

func (w *writer) tuple(list []ir.Expr) string {
	types := text.List(list, func(x ir.Expr) string { return w.typ(x.Type()) })
	return fmt.Sprintf("std::tuple<%s>(%s)", types, text.List(list, w.expr))
}
