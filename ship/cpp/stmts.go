package cpp

import (
	"go/token"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) stmts(list []ir.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *writer) inner(list []ir.Stmt) {
	w.Depth++
	w.stmts(list)
	w.Depth--
}

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

// flow writes control flow.
func (w *writer) flow(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.If:
		w.branches(s)
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
		w.Line("{")
		w.inner(s.Body)
		w.Line("}")
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
			w.Line("%s%s;", w.operand(s.L, postfix), step) // wraps as Go does, whatever the width
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

func (w *writer) branches(s *ir.If) {
	w.Line("if (%s) {", w.expr(s.Cond))
	w.inner(s.Then)
	for next, ok := text.Only(s.Else); ok; next, ok = text.Only(s.Else) {
		s = next
		w.Line("} else if (%s) {", w.expr(s.Cond))
		w.inner(s.Then)
	}
	if len(s.Else) > 0 {
		w.Line("} else {")
		w.inner(s.Else)
	}
	w.Line("}")
}
