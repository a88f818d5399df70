package python

import (
	"fmt"
	"go/token"

	"evolab/ship/ir"
)

// loop is a while, or a for over a range where it counts and nothing else
// changes what it counts with.
func (w *writer) loop(first *ir.Declare, s *ir.Loop) {
	if first != nil {
		if r, ok := w.counting(first, s); ok {
			w.line("for %s in %s:", first.Var.Name, r)
			w.body(s.Body, nil)
			return
		}
		w.stmt(first)
	}
	cond := "True"
	if s.Cond != nil {
		cond = w.expr(s.Cond)
	}
	w.line("while %s:", cond)
	w.body(s.Body, s.Post)
}

// body is a loop's, with what comes after each round.
func (w *writer) body(list, post []ir.Stmt) {
	w.posts = append(w.posts, post)
	all := append(append([]ir.Stmt{}, list...), post...)
	w.inner(all)
	w.posts = w.posts[:len(w.posts)-1]
}

// counting is the range of a loop that counts up or down by one.
func (w *writer) counting(first *ir.Declare, s *ir.Loop) (string, bool) {
	v := first.Var
	cond, ok := s.Cond.(*ir.Binary)
	if !ok || len(s.Post) != 1 || v.Sets > 1 || v.Addressed || first.X == nil {
		return "", false
	}
	step, ok := s.Post[0].(*ir.Update)
	if !ok || !is(step.L, v) || !isOne(step.R) || !is(cond.X, v) || !w.fixed(cond.Y, s.Body) {
		return "", false
	}
	from, to := w.expr(first.X), w.expr(cond.Y)
	switch {
	case step.Op == token.ADD && cond.Op == token.LSS && from == "0":
		return fmt.Sprintf("range(%s)", to), true
	case step.Op == token.ADD && cond.Op == token.LSS:
		return fmt.Sprintf("range(%s, %s)", from, to), true
	case step.Op == token.ADD && cond.Op == token.LEQ:
		return fmt.Sprintf("range(%s, %s + 1)", from, w.operand(cond.Y, sums)), true
	case step.Op == token.SUB && cond.Op == token.GTR:
		return fmt.Sprintf("range(%s, %s, -1)", from, to), true
	case step.Op == token.SUB && cond.Op == token.GEQ:
		return fmt.Sprintf("range(%s, %s - 1, -1)", from, w.operand(cond.Y, sums)), true
	}
	return "", false
}

func is(x ir.Expr, v *ir.Var) bool {
	r, ok := x.(*ir.VarRef)
	return ok && r.Var == v
}

func isOne(x ir.Expr) bool {
	l, ok := x.(*ir.Lit)
	return ok && l.Value.ExactString() == "1"
}

// fixed reports whether an expression has the same value in each round.
func (w *writer) fixed(x ir.Expr, body []ir.Stmt) bool {
	switch x := x.(type) {
	case *ir.Lit, *ir.ConstRef:
		return true
	case *ir.VarRef:
		return !x.Var.Global && (x.Var.Sets == 0 || !sets(body, x.Var))
	case *ir.Binary:
		return w.fixed(x.X, body) && w.fixed(x.Y, body)
	case *ir.Builtin: // the length of a list that stays what it is
		return x.Op == "len" && w.fixed(x.Args[0], body) && quiet(body)
	}
	return false
}

// sets reports whether statements set a variable.
func sets(body []ir.Stmt, v *ir.Var) bool {
	found := false
	ir.Stmts(body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Assign:
			found = found || is(s.L, v)
		case *ir.Update:
			found = found || is(s.L, v)
		case *ir.Together:
			for _, l := range s.L {
				found = found || is(l, v)
			}
		case *ir.Unpack:
			for _, l := range s.L {
				found = found || l != nil && is(l, v)
			}
		}
	})
	return found
}

// quiet reports whether statements leave all lists as they are: they append and
// copy nothing, set no element and call no function that is given a list.
func quiet(body []ir.Stmt) bool {
	ok := true
	ir.Stmts(body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Assign:
			ok = ok && !isElement(s.L)
		case *ir.Update:
			ok = ok && !isElement(s.L)
		case *ir.Together:
			for _, l := range s.L {
				ok = ok && !isElement(l)
			}
		}
		for _, x := range ir.Operands(s) {
			ir.Exprs(x, func(x ir.Expr) bool {
				switch x := x.(type) {
				case *ir.Builtin:
					ok = ok && x.Op != "append" && x.Op != "append..." && x.Op != "copy"
				case *ir.Call, *ir.CallValue:
					ok = ok && !givenList(x)
				}
				return true
			})
		}
	})
	return ok
}

func isElement(l ir.Expr) bool {
	_, ok := l.(*ir.IndexOf)
	return ok
}

// givenList reports whether a call could change a list.
func givenList(call ir.Expr) bool {
	args := []ir.Expr{}
	switch c := call.(type) {
	case *ir.Call:
		args = c.Args
	case *ir.CallValue:
		args = c.Args
	}
	for _, a := range args {
		switch ir.Under(a.Type()).(type) {
		case *ir.Slice, *ir.Pointer:
			return true
		}
	}
	return false
}

func (w *writer) count(s *ir.Count) {
	w.line("for %s in range(%s):", s.Var.Name, w.expr(s.N))
	w.body(s.Body, nil)
}

func (w *writer) each(s *ir.Each) {
	list := w.expr(s.X)
	switch {
	case s.Value == nil:
		w.line("for %s in range(%s):", s.Key.Name, w.length(s.X))
		w.body(s.Body, nil)
		return
	case !quiet(s.Body):
		w.eachCarefully(s, list)
		return
	case s.Key.Hidden:
		w.line("for %s in %s:", s.Value.Name, list)
	default:
		w.line("for %s, %s in enumerate(%s):", s.Key.Name, s.Value.Name, list)
	}
	if ir.IsAggregate(s.Value.Type) && (s.Value.Sets > 0 || s.Value.Addressed) {
		w.depth++
		w.line("%s = %s", s.Value.Name, w.copyOf(s.Value.Name, s.Value.Type))
		w.depth--
	}
	w.body(s.Body, nil)
}

// eachCarefully is for bodies that may change what they go through: of an array
// Go takes a copy, of a slice the elements as they are when their turn comes.
func (w *writer) eachCarefully(s *ir.Each, list string) {
	if _, ok := ir.Under(s.X.Type()).(*ir.Slice); !ok {
		list = w.value(s.X)
	}
	w.line("%s = %s", s.List.Name, list)
	w.line("for %s in range(len(%s)):", s.Key.Name, s.List.Name)
	w.depth++
	w.line("%s = %s", s.Value.Name, w.copyOf(fmt.Sprintf("%s[%s]", s.List.Name, s.Key.Name), s.Value.Type))
	w.depth--
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
