package cpp

import (
	"go/token"
	"strings"

	"evolab/ship/ir"
)

func (w *writer) stmts(list []ir.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *writer) inner(list []ir.Stmt) {
	w.depth++
	w.stmts(list)
	w.depth--
}

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Comment:
		w.comment(s.Text)
	case *ir.Declare:
		x := w.zero(s.Var.Type)
		if s.X != nil {
			x = w.expr(s.X)
		}
		w.line("%s %s = %s;", w.typ(s.Var.Type), s.Var.Name, x)
	case *ir.Assign:
		w.line("%s = %s;", w.expr(s.L), w.expr(s.R))
	case *ir.Together:
		w.together(s)
	case *ir.Update:
		w.update(s)
	case *ir.Unpack:
		w.unpack(s)
	case *ir.CallStmt:
		w.line("%s;", w.expr(s.X))
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
		w.returns(s)
	case *ir.Break:
		w.line("break;")
	case *ir.Continue:
		w.line("continue;")
	case *ir.Block:
		w.block(s)
	case *ir.Panic:
		w.line("std::abort();")
	default:
		w.fail("statement %T", s)
	}
}

// block writes statements in braces, or a loop with its initialisation.
func (w *writer) block(s *ir.Block) {
	if len(s.Body) == 2 {
		if first, ok := s.Body[0].(*ir.Declare); ok {
			if l, ok := s.Body[1].(*ir.Loop); ok {
				w.loop(first, l)
				return
			}
		}
	}
	w.line("{")
	w.inner(s.Body)
	w.line("}")
}

// update writes an assignment such as +=. Narrow integers keep their width.
func (w *writer) update(s *ir.Update) {
	l := w.expr(s.L)
	if lit, ok := s.R.(*ir.Lit); ok && lit.Value.ExactString() == "1" && ir.KindOf(s.L.Type()).Bits() > 0 {
		if step := map[token.Token]string{token.ADD: "++", token.SUB: "--"}[s.Op]; step != "" {
			w.line("%s%s;", w.operand(s.L, postfix), step) // wraps as Go does, whatever the width
			return
		}
	}
	b := &ir.Binary{Typed: ir.Of(s.L.Type()), Op: s.Op, X: s.L, Y: s.R}
	if w.natural(b) {
		w.line("%s %s %s;", l, updates[s.Op], w.updateBy(b))
		return
	}
	w.line("%s = %s;", l, w.expr(b))
}

// updateBy is the right side of an update. The operand of ~ is always in
// parentheses.
func (w *writer) updateBy(b *ir.Binary) string {
	if b.Op == token.AND_NOT {
		return "(" + w.expr(b.Y) + ")"
	}
	return w.expr(b.Y)
}

// together assigns after all values are computed, or swaps two variables.
func (w *writer) together(s *ir.Together) {
	l, r := w.exprs(s.L), w.exprs(s.R)
	if len(l) == 2 && l[0] == r[1] && l[1] == r[0] {
		w.line("std::swap(%s, %s);", l[0], l[1])
		return
	}
	w.line("{")
	w.depth++
	for i := range r {
		w.line("const %s value%d_ = %s;", w.typ(s.L[i].Type()), i, r[i])
	}
	for i := range l {
		w.line("%s = value%d_;", l[i], i)
	}
	w.depth--
	w.line("}")
}

func (w *writer) exprs(list []ir.Expr) []string {
	var out []string
	for _, x := range list {
		out = append(out, w.expr(x))
	}
	return out
}

func (w *writer) unpack(s *ir.Unpack) {
	name := s.Results.Name
	w.line("const %s %s = %s;", w.typ(s.X.Type()), name, w.expr(s.X))
	for i, l := range s.L {
		switch {
		case l == nil:
		case s.Declares[i] != nil:
			w.line("%s %s = std::get<%d>(%s);", w.typ(s.Declares[i].Type), s.Declares[i].Name, i, name)
		default:
			w.line("%s = std::get<%d>(%s);", w.expr(l), i, name)
		}
	}
}

func (w *writer) branches(s *ir.If) {
	w.line("if (%s) {", w.expr(s.Cond))
	for {
		w.inner(s.Then)
		next, ok := only(s.Else)
		if !ok {
			break
		}
		w.line("} else if (%s) {", w.expr(next.Cond))
		s = next
	}
	if len(s.Else) > 0 {
		w.line("} else {")
		w.inner(s.Else)
	}
	w.line("}")
}

// only returns the If that a branch consists of.
func only(list []ir.Stmt) (*ir.If, bool) {
	if len(list) != 1 {
		return nil, false
	}
	s, ok := list[0].(*ir.If)
	return s, ok
}

func (w *writer) returns(s *ir.Return) {
	switch len(s.X) {
	case 0:
		w.line("return;")
	case 1:
		w.line("return %s;", w.expr(s.X[0]))
	default:
		var types []string
		for _, x := range s.X {
			types = append(types, w.typ(x.Type()))
		}
		w.line("return std::tuple<%s>(%s);", strings.Join(types, ", "), strings.Join(w.exprs(s.X), ", "))
	}
}
