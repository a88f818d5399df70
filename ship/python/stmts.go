package python

import (
	"strings"

	"evolab/ship/ir"
)

func (w *writer) stmts(list []ir.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

// inner writes an indented block.
func (w *writer) inner(list []ir.Stmt) {
	w.depth++
	w.stmts(list)
	if !anything(list) {
		w.line("pass")
	}
	w.depth--
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
		w.comment(s.Text)
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
		w.returns(s)
	case *ir.Break:
		w.line("break")
	case *ir.Continue:
		w.stmts(w.posts[len(w.posts)-1])
		w.line("continue")
	case *ir.Block:
		w.block(s)
	case *ir.Panic:
		w.line("raise SystemError(%s)", w.expr(s.X))
	default:
		w.fail("statement %T", s)
	}
}

func (w *writer) block(s *ir.Block) {
	if len(s.Body) == 2 {
		if first, ok := s.Body[0].(*ir.Declare); ok {
			if l, ok := s.Body[1].(*ir.Loop); ok {
				w.loop(first, l)
				return
			}
		}
	}
	w.stmts(s.Body)
}

// declare writes the declaration of a local variable. A pointer that is an alias
// becomes a list or an object and the place in it.
func (w *writer) declare(s *ir.Declare) {
	switch {
	case s.X == nil:
		w.line("%s = %s", s.Var.Name, w.zero(s.Var.Type))
	case w.aliases[s.Var]:
		w.alias(s.Var.Name, s.X.(*ir.AddressOf).X)
	case w.written[s.Var]:
		text, ok := w.window(s.X)
		if !ok {
			text = w.value(s.X)
		}
		w.line("%s = %s", s.Var.Name, text)
	default:
		w.line("%s = %s", s.Var.Name, w.value(s.X))
	}
}

func (w *writer) alias(name string, x ir.Expr) {
	switch place := x.(type) {
	case *ir.IndexOf:
		w.line("%s, %s_at = %s, %s", name, name, w.expr(place.X), w.expr(place.Index))
	case *ir.FieldOf:
		w.line("%s = %s", name, w.expr(place.X))
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
		w.copyInto(b)
		return
	}
	w.line("%s", w.expr(x))
}

func (w *writer) branches(s *ir.If) {
	w.line("if %s:", w.expr(s.Cond))
	for {
		w.inner(s.Then)
		if len(s.Else) != 1 {
			break
		}
		next, ok := s.Else[0].(*ir.If)
		if !ok {
			break
		}
		w.line("elif %s:", w.expr(next.Cond))
		s = next
	}
	if len(s.Else) > 0 {
		w.line("else:")
		w.inner(s.Else)
	}
}

func (w *writer) returns(s *ir.Return) {
	var out []string
	w.returning = true
	for _, x := range s.X {
		out = append(out, w.returned(x))
	}
	w.returning = false
	w.line("%s", strings.TrimRight("return "+strings.Join(out, ", "), " "))
}
