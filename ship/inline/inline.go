// Package inline inlines small functions, for languages in which calls are
// expensive: functions that consist of one returned expression, where its
// operands can be substituted.
//
// Read inline.go (which calls are inlined), then rewrite.go (how).
package inline

import (
	"slices"

	"evolab/ship/ir"
)

// Program inlines calls in all functions and initial values of a program, and
// removes the functions that are no longer used.
func Program(p *ir.Program) {
	in := &inliner{pure: ir.NewPurity()}
	for range 4 { // an inlined expression may contain calls
		for _, part := range p.Parts {
			for _, f := range part.Funcs {
				f.Body = in.stmts(f.Body)
			}
		}
		for _, v := range p.Vars {
			v.Init = in.expr(v.Init)
		}
	}
	sweep(p)
}

type inliner struct{ pure *ir.Purity }

// body is the expression that a function consists of, or nil if it is larger.
func body(f *ir.Func) ir.Expr {
	var found ir.Expr
	for _, s := range f.Body {
		switch s := s.(type) {
		case *ir.Comment:
		case *ir.Return:
			if len(s.X) != 1 {
				return nil
			}
			found = s.X[0]
		default:
			return nil
		}
	}
	return found
}

// call is the expression that replaces a call, or the call itself.
func (in *inliner) call(c *ir.Call) ir.Expr {
	// most is the size, in nodes, of the largest expression that is inlined.
	const most = 40
	x := body(c.Func)
	calls := func(x ir.Expr) bool { called, ok := x.(*ir.Call); return ok && called.Func == c.Func }
	all := func(ir.Expr) bool { return true }
	if x == nil || count(x, all) > most || count(x, calls) > 0 || in.pure.Expr(x, c.Func).Any() {
		return c
	}
	values := map[*ir.Var]ir.Expr{}
	for i, p := range c.Func.Params {
		a := c.Args[i]
		makes := func(x ir.Expr) bool { _, ok := x.(*ir.New); return ok }
		reads := func(x ir.Expr) bool { r, ok := x.(*ir.VarRef); return ok && r.Var == p }
		if p.Sets > 0 || count(a, makes) > 0 || in.pure.Expr(a, &ir.Func{}).Any() || count(x, reads) > 1 && !simple(a) {
			return c
		}
		values[p] = a
	}
	return substitute(x, values)
}

// count is the number of parts of an expression that are of some kind.
func count(x ir.Expr, kind func(ir.Expr) bool) int {
	n := 0
	ir.Exprs(x, func(x ir.Expr) bool {
		if kind(x) {
			n++
		}
		return true
	})
	return n
}

// simple reports whether an expression is so cheap that it may be repeated.
func simple(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.VarRef, *ir.Lit, *ir.ConstRef:
		return true
	case *ir.FieldOf:
		return simple(x.X)
	case *ir.AddressOf:
		return simple(x.X)
	case *ir.Deref:
		return simple(x.X)
	}
	return false
}

// sweep removes unused functions.
func sweep(p *ir.Program) {
	used := map[*ir.Func]bool{}
	var visit func(x ir.Expr)
	mark := func(f *ir.Func) {
		if used[f] {
			return
		}
		used[f] = true
		ir.Stmts(f.Body, func(s ir.Stmt) {
			for _, x := range ir.Operands(s) {
				visit(x)
			}
		})
	}
	visit = func(x ir.Expr) {
		ir.Exprs(x, func(x ir.Expr) bool {
			switch x := x.(type) {
			case *ir.Call:
				mark(x.Func)
			case *ir.FuncRef:
				mark(x.Func)
			}
			return true
		})
	}
	for _, v := range p.Vars {
		visit(v.Init)
	}
	mark(p.Entry)
	for _, part := range p.Parts {
		part.Funcs = slices.DeleteFunc(part.Funcs, func(f *ir.Func) bool { return !used[f] })
	}
}
