// Package inline inlines small functions, for languages in which calls are
// expensive: functions that consist of one returned expression, where its
// operands can be substituted.
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

// stmts inlines the calls in a list of statements.
func (in *inliner) stmts(list []ir.Stmt) []ir.Stmt {
	for _, s := range list {
		in.stmt(s)
	}
	return list
}

func (in *inliner) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Declare:
		s.X = in.expr(s.X)
		if s.Var.Only != nil {
			s.Var.Only = s.X
		}
	case *ir.Assign:
		s.L, s.R = in.expr(s.L), in.expr(s.R)
	case *ir.Together:
		in.exprs(s.L)
		in.exprs(s.R)
	case *ir.Update:
		s.L, s.R = in.expr(s.L), in.expr(s.R)
	case *ir.Unpack:
		in.exprs(s.L)
		in.operands(s.X)
	case *ir.CallStmt:
		in.operands(s.X)
	case *ir.If:
		s.Cond = in.expr(s.Cond)
		in.stmts(s.Then)
		in.stmts(s.Else)
	case *ir.Loop:
		s.Cond = in.expr(s.Cond)
		in.stmts(s.Body)
		in.stmts(s.Post)
	case *ir.Count:
		s.N = in.expr(s.N)
		in.stmts(s.Body)
	case *ir.Each:
		s.X = in.expr(s.X)
		in.stmts(s.Body)
	case *ir.Return:
		in.exprs(s.X)
	case *ir.Block:
		in.stmts(s.Body)
	}
}

func (in *inliner) exprs(list []ir.Expr) {
	for i := range list {
		list[i] = in.expr(list[i])
	}
}

// operands inlines the calls inside a call that has to stay one.
func (in *inliner) operands(x ir.Expr) {
	if c, ok := x.(*ir.Call); ok {
		in.exprs(c.Args)
		return
	}
	in.expr(x)
}

// expr is an expression with the calls in it inlined.
func (in *inliner) expr(x ir.Expr) ir.Expr {
	if x == nil {
		return nil
	}
	y := rebuilt(x, in.expr)
	if c, ok := y.(*ir.Call); ok {
		return in.call(c)
	}
	return y
}

// substitute is a copy of an expression with values instead of variables.
func substitute(x ir.Expr, values map[*ir.Var]ir.Expr) ir.Expr {
	if x == nil {
		return nil
	}
	if v, ok := x.(*ir.VarRef); ok {
		if value := values[v.Var]; value != nil {
			return value
		}
		return x
	}
	return rebuilt(x, func(x ir.Expr) ir.Expr { return substitute(x, values) })
}

// rebuilt is a copy of an expression with f applied to its operands.
func rebuilt(x ir.Expr, f func(ir.Expr) ir.Expr) ir.Expr {
	t := ir.Of(x.Type())
	switch x := x.(type) {
	case *ir.Call:
		return &ir.Call{Typed: t, Func: x.Func, Args: all(x.Args, f)}
	case *ir.CallValue:
		return &ir.CallValue{Typed: t, Fun: f(x.Fun), Args: all(x.Args, f)}
	case *ir.Builtin:
		return &ir.Builtin{Typed: t, Op: x.Op, Args: all(x.Args, f)}
	case *ir.Binary:
		return &ir.Binary{Typed: t, Op: x.Op, X: f(x.X), Y: f(x.Y)}
	case *ir.Unary:
		return &ir.Unary{Typed: t, Op: x.Op, X: f(x.X)}
	case *ir.Convert:
		return &ir.Convert{Typed: t, X: f(x.X)}
	case *ir.StructLit:
		return &ir.StructLit{Typed: t, Fields: all(x.Fields, f)}
	case *ir.ListLit:
		return &ir.ListLit{Typed: t, Elems: all(x.Elems, f)}
	case *ir.New:
		return &ir.New{Typed: t, X: f(x.X)}
	}
	return rebuiltPlace(x, f)
}

// rebuiltPlace is rebuilt for fields, elements and pointers. The remaining
// expressions have no operands.
func rebuiltPlace(x ir.Expr, f func(ir.Expr) ir.Expr) ir.Expr {
	t := ir.Of(x.Type())
	switch x := x.(type) {
	case *ir.FieldOf:
		return &ir.FieldOf{Typed: t, X: f(x.X), Field: x.Field}
	case *ir.IndexOf:
		return &ir.IndexOf{Typed: t, X: f(x.X), Index: f(x.Index)}
	case *ir.SliceOf:
		return &ir.SliceOf{Typed: t, X: f(x.X), Low: f(x.Low), High: f(x.High)}
	case *ir.AddressOf:
		return &ir.AddressOf{Typed: t, X: f(x.X)}
	case *ir.Deref:
		return &ir.Deref{Typed: t, X: f(x.X)}
	}
	return x
}

func all(list []ir.Expr, f func(ir.Expr) ir.Expr) []ir.Expr {
	out := make([]ir.Expr, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}
