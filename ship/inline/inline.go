// Package inline puts small functions in the place of their calls, for
// languages whose calls are dear: those that consist of one returned
// expression, where its operands can be written there.
package inline

import "evolab/ship/ir"

// most is the size, in nodes, up to which an expression takes a call's place.
const most = 40

// Program replaces calls in all functions and first values of a program, and
// removes the functions that nothing uses any more.
func Program(p *ir.Program) {
	in := &inliner{pure: map[*ir.Func]int{}}
	for range 4 { // what was put in may hold calls again
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

type inliner struct{ pure map[*ir.Func]int }

// body is the expression that a function consists of, nil if it is larger.
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

// call is what stands in the place of a call, or the call itself.
func (in *inliner) call(c *ir.Call) ir.Expr {
	x := body(c.Func)
	if x == nil || size(x) > most || recursive(c.Func, x) || !in.isPure(x) {
		return c
	}
	values := map[*ir.Var]ir.Expr{}
	for i, p := range c.Func.Params {
		a := c.Args[i]
		if p.Sets > 0 || !in.isPure(a) || uses(x, p) > 1 && !simple(a) {
			return c
		}
		values[p] = a
	}
	return substitute(x, values)
}

func size(x ir.Expr) int {
	n := 0
	ir.Exprs(x, func(ir.Expr) bool { n++; return true })
	return n
}

func recursive(f *ir.Func, x ir.Expr) bool {
	found := false
	ir.Exprs(x, func(x ir.Expr) bool {
		if c, ok := x.(*ir.Call); ok && c.Func == f {
			found = true
		}
		return true
	})
	return found
}

func uses(x ir.Expr, v *ir.Var) int {
	n := 0
	ir.Exprs(x, func(x ir.Expr) bool {
		if r, ok := x.(*ir.VarRef); ok && r.Var == v {
			n++
		}
		return true
	})
	return n
}

// simple expressions cost next to nothing, however often they are written.
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

// isPure tells whether an expression changes nothing and may be evaluated at
// another time.
func (in *inliner) isPure(x ir.Expr) bool {
	pure := true
	ir.Exprs(x, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Call:
			pure = pure && in.pureFunc(x.Func)
		case *ir.CallValue, *ir.New:
			pure = false
		case *ir.Builtin:
			pure = pure && pureBuiltin(x.Op)
		}
		return pure
	})
	return pure
}

func pureBuiltin(op string) bool {
	switch op {
	case "len", "min", "max":
		return true
	}
	return len(op) > 5 && op[:5] == "math/"
}

// pureFunc tells whether a function sets nothing but its own variables.
func (in *inliner) pureFunc(f *ir.Func) bool {
	const unknown, running, yes, no = 0, 1, 2, 3
	switch in.pure[f] {
	case running, yes:
		return true
	case no:
		return false
	}
	in.pure[f] = running
	pure := true
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, x := range ir.Operands(s) {
			pure = pure && in.isPure(x)
		}
		switch s := s.(type) {
		case *ir.Assign:
			pure = pure && own(s.L)
		case *ir.Update:
			pure = pure && own(s.L)
		case *ir.Together:
			for _, l := range s.L {
				pure = pure && own(l)
			}
		case *ir.Unpack:
			for _, l := range s.L {
				pure = pure && (l == nil || own(l))
			}
		case *ir.Panic:
			pure = false
		}
	})
	in.pure[f] = no
	if pure {
		in.pure[f] = yes
	}
	return pure
}

// own tells whether a place is a local variable or a part of one.
func own(l ir.Expr) bool {
	switch l := l.(type) {
	case *ir.VarRef:
		return !l.Var.Global
	case *ir.FieldOf:
		return ir.Pointee(l.X.Type()) == nil && own(l.X)
	case *ir.IndexOf:
		_, array := ir.Under(l.X.Type()).(*ir.Array)
		return array && own(l.X)
	}
	return false
}

// sweep removes functions that are not used.
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
		var left []*ir.Func
		for _, f := range part.Funcs {
			if used[f] {
				left = append(left, f)
			}
		}
		part.Funcs = left
	}
}
