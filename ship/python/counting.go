package python

import (
	"fmt"
	"go/token"
	"slices"

	"evolab/ship/ir"
)

// counting is the range of a loop that counts up or down by one, if it is one.
func (w *writer) counting(first *ir.Declare, s *ir.Loop) (string, bool) {
	step, cond := counter(first, s)
	if step == nil || !w.fixed(cond.Y, s.Body) {
		return "", false
	}
	from, to := w.expr(first.X), w.expr(cond.Y)
	switch [2]token.Token{step.Op, cond.Op} {
	case [2]token.Token{token.ADD, token.LSS}:
		if from == "0" {
			return fmt.Sprintf("range(%s)", to), true
		}
		return fmt.Sprintf("range(%s, %s)", from, to), true
	case [2]token.Token{token.ADD, token.LEQ}:
		return fmt.Sprintf("range(%s, %s + 1)", from, w.operand(cond.Y, sums)), true
	case [2]token.Token{token.SUB, token.GTR}:
		return fmt.Sprintf("range(%s, %s, -1)", from, to), true
	case [2]token.Token{token.SUB, token.GEQ}:
		return fmt.Sprintf("range(%s, %s - 1, -1)", from, w.operand(cond.Y, sums)), true
	}
	return "", false
}

// counter returns the step and the condition of a loop whose variable is changed
// only by the step, by one; nil for other loops.
func counter(first *ir.Declare, s *ir.Loop) (*ir.Update, *ir.Binary) {
	v := first.Var
	cond, ok := s.Cond.(*ir.Binary)
	if !ok || len(s.Post) != 1 || v.Sets > 1 || v.Addressed || first.X == nil {
		return nil, nil
	}
	step, ok := s.Post[0].(*ir.Update)
	if !ok || !is(step.L, v) || !is(cond.X, v) {
		return nil, nil
	}
	if by, ok := step.R.(*ir.Lit); !ok || by.Value.ExactString() != "1" {
		return nil, nil
	}
	return step, cond
}

func is(x ir.Expr, v *ir.Var) bool {
	r, ok := x.(*ir.VarRef)
	return ok && r.Var == v
}

// fixed reports whether an expression has the same value in each iteration.
func (w *writer) fixed(x ir.Expr, body []ir.Stmt) bool {
	switch x := x.(type) {
	case *ir.Lit, *ir.ConstRef:
		return true
	case *ir.VarRef:
		return !x.Var.Global && (x.Var.Sets == 0 || !sets(body, x.Var))
	case *ir.Binary:
		return w.fixed(x.X, body) && w.fixed(x.Y, body)
	case *ir.Builtin: // the length of a list that does not change
		return x.Op == ir.OpLen && w.fixed(x.Args[0], body) && quiet(body)
	}
	return false
}

// sets reports whether statements assign a variable.
func sets(body []ir.Stmt, v *ir.Var) bool {
	found := false
	ir.Stmts(body, func(s ir.Stmt) {
		for _, place := range targets(s) {
			found = found || is(place, v)
		}
	})
	return found
}

// quiet reports whether statements leave all lists unchanged: they do not append,
// copy, assign an element or pass a list to a function.
func quiet(body []ir.Stmt) bool {
	ok := true
	ir.Stmts(body, func(s ir.Stmt) {
		ok = ok && !slices.ContainsFunc(targets(s), func(l ir.Expr) bool { _, ok := l.(*ir.IndexOf); return ok })
		for _, x := range ir.Operands(s) {
			ir.Exprs(x, func(x ir.Expr) bool {
				switch x := x.(type) {
				case *ir.Builtin:
					ok = ok && !x.Op.Appends() && x.Op != ir.OpCopy
				case *ir.Call, *ir.CallValue:
					ok = ok && !givenList(x)
				}
				return true
			})
		}
	})
	return ok
}

// givenList reports whether a call may change a list.
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
