package python

import (
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) stmts(list []ir.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

// inner writes an indented block.
func (w *writer) inner(list []ir.Stmt) {
	w.Depth++
	w.stmts(list)
	if !anything(list) {
		w.Line("pass")
	}
	w.Depth--
}

// anything reports whether a list has anything but comments.
func anything(list []ir.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Comment:
		case *ir.Block:
			if anything(s.Body) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Comment:
		w.Comment(s.Text)
	case *ir.Declare:
		w.declare(s)
	case *ir.Assign:
		w.assign(s.L, s.R)
	case *ir.Together:
		w.together(s)
	case *ir.Update:
		w.update(s)
	case *ir.Unpack:
		w.unpack(s)
	case *ir.CallStmt:
		w.effect(s.X)
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
		w.returning = true
		values := text.List(s.X, w.returned)
		w.returning = false
		w.Line("%s", strings.TrimRight("return "+values, " "))
	case *ir.Break:
		w.Line("break")
	case *ir.Continue:
		w.stmts(w.posts[len(w.posts)-1])
		w.Line("continue")
	case *ir.Block:
		if first, loop, ok := text.CountingLoop(s); ok {
			w.loop(first, loop)
		} else {
			w.stmts(s.Body)
		}
	case *ir.Panic:
		w.Line("raise SystemError(%s)", w.expr(s.X))
	default:
		w.Fail("statement %T", s)
	}
}

// branches writes if, elif for each else that is one more if, and else.
func (w *writer) branches(s *ir.If) {
	w.Line("if %s:", w.expr(s.Cond))
	w.inner(s.Then)
	for next, ok := text.Only(s.Else); ok; next, ok = text.Only(s.Else) {
		s = next
		w.Line("elif %s:", w.expr(s.Cond))
		w.inner(s.Then)
	}
	if len(s.Else) > 0 {
		w.Line("else:")
		w.inner(s.Else)
	}
}

// declare writes the declaration of a local variable. A pointer that is an alias
// becomes a list or an object and the place in it.
func (w *writer) declare(s *ir.Declare) {
	switch {
	case s.X == nil:
		w.Line("%s = %s", s.Var.Name, w.zero(s.Var.Type))
	case w.aliases[s.Var]:
		switch place := s.X.(*ir.AddressOf).X.(type) {
		case *ir.IndexOf:
			w.Line("%s, %s_at = %s, %s", s.Var.Name, s.Var.Name, w.expr(place.X), w.expr(place.Index))
		case *ir.FieldOf:
			w.Line("%s = %s", s.Var.Name, w.expr(place.X))
		}
	case w.written[s.Var]:
		value, ok := w.window(s.X)
		if !ok {
			value = w.value(s.X)
		}
		w.Line("%s = %s", s.Var.Name, value)
	default:
		w.Line("%s = %s", s.Var.Name, w.value(s.X))
	}
}

// aliasesOf are the pointers in a function that only name the place of a number:
// they are set once and used only to read and write that number.
func aliasesOf(f *ir.Func) map[*ir.Var]bool {
	found := map[*ir.Var]bool{}
	ir.Stmts(f.Body, func(s ir.Stmt) {
		d, ok := s.(*ir.Declare)
		if !ok || d.X == nil || d.Var.Sets > 0 {
			return
		}
		if a, ok := d.X.(*ir.AddressOf); ok && !ir.IsAggregate(a.X.Type()) {
			found[d.Var] = true
		}
	})
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, x := range ir.Operands(s) {
			ir.Exprs(x, func(x ir.Expr) bool {
				if d, ok := x.(*ir.Deref); ok {
					if _, ok := d.X.(*ir.VarRef); ok {
						return false
					}
				}
				if v, ok := x.(*ir.VarRef); ok {
					delete(found, v.Var)
				}
				return true
			})
		}
	})
	return found
}

// effect writes a call whose result is discarded.
func (w *writer) effect(x ir.Expr) {
	if b, ok := x.(*ir.Builtin); ok && b.Op == ir.OpCopy {
		to, low, high := b.Args[0], "0", "None"
		if s, ok := to.(*ir.SliceOf); ok {
			to = s.X
			low, high = text.Or(s.Low, w.expr, low), text.Or(s.High, w.expr, high)
		}
		if ir.IsAggregate(ir.Elem(to.Type())) {
			w.Fail("copy of structs or arrays")
		}
		w.Line("copy_into(%s, %s, %s, %s)", w.expr(to), low, high, w.expr(b.Args[1]))
		return
	}
	w.Line("%s", w.expr(x))
}
