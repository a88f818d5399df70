package inline

import "evolab/ship/ir"

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

// all applies f to a list of expressions.
func all(list []ir.Expr, f func(ir.Expr) ir.Expr) []ir.Expr {
	out := make([]ir.Expr, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}
