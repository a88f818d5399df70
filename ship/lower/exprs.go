package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"evolab/ship/ir"
)

var (
	boolean = &ir.Basic{Kind: ir.Bool}
	whole   = &ir.Basic{Kind: ir.Int64}
	str     = &ir.Basic{Kind: ir.String}
)

// number is an integer constant of a type.
func number(n int64, t ir.Type) ir.Expr {
	return &ir.Lit{Typed: ir.Of(t), Value: constant.MakeInt64(n)}
}

// goType is the concrete Go type of an expression.
func (f *function) goType(x ast.Expr) types.Type {
	return f.concrete(f.pkg.Info.TypeOf(x), f.env)
}

// typeOf is the translation of the type of an expression.
func (f *function) typeOf(x ast.Expr) ir.Type { return f.typ(f.goType(x), x) }

// exprAs translates an expression that is assigned to a type, which nil takes on.
func (f *function) exprAs(x ast.Expr, want ir.Type) ir.Expr {
	if tv := f.pkg.Info.Types[x]; tv.IsNil() {
		return &ir.Zero{Typed: ir.Of(want)}
	}
	return f.expr(x)
}

// expr translates an expression, and nothing to nothing.
func (f *function) expr(x ast.Expr) ir.Expr {
	if tv, ok := f.pkg.Info.Types[x]; ok && tv.Value != nil {
		return f.constant(x, tv)
	}
	switch x := x.(type) {
	case nil:
		return nil
	case *ast.ParenExpr:
		return f.expr(x.X)
	case *ast.Ident:
		return f.ident(x)
	case *ast.SelectorExpr:
		return f.selector(x)
	case *ast.BinaryExpr:
		return f.binary(x)
	case *ast.UnaryExpr:
		return f.unary(x)
	case *ast.StarExpr:
		p := f.expr(x.X)
		return &ir.Deref{Typed: ir.Of(ir.Pointee(p.Type())), X: p}
	case *ast.CallExpr:
		e := f.call(x)
		f.calls[e] = x.Pos()
		return e
	case *ast.IndexExpr:
		return f.index(x)
	case *ast.IndexListExpr:
		return f.instance(x.X)
	case *ast.SliceExpr:
		return f.slice(x)
	case *ast.CompositeLit:
		return f.composite(x)
	}
	f.fail(x, "%s", expressionName(x))
	return bad()
}

// expressionName names an expression outside the subset.
func expressionName(x ast.Expr) string {
	switch x.(type) {
	case *ast.FuncLit:
		return "a function inside a function"
	case *ast.TypeAssertExpr:
		return "a type assertion"
	}
	return "this expression"
}

// bad replaces an expression that cannot be translated.
func bad() ir.Expr { return number(0, whole) }

func (f *function) index(x *ast.IndexExpr) ir.Expr {
	if tv := f.pkg.Info.Types[x.Index]; tv.IsType() {
		return f.instance(x.X)
	}
	e := f.expr(x.X)
	if _, ok := f.goType(x.X).Underlying().(*types.Map); ok {
		f.fail(x, "a map")
	}
	return &ir.IndexOf{Typed: ir.Of(f.typeOf(x)), X: e, Index: f.expr(x.Index)}
}

func (f *function) slice(x *ast.SliceExpr) ir.Expr {
	if x.Slice3 {
		f.fail(x, "a slice with three indices")
	}
	s := &ir.SliceOf{Typed: ir.Of(f.typeOf(x)), X: f.expr(x.X), Low: f.expr(x.Low), High: f.expr(x.High)}
	if v := rootVar(s.X); v != nil {
		if _, ok := ir.Under(s.X.Type()).(*ir.Array); ok {
			v.Addressed = true
		}
	}
	return s
}
