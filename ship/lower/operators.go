package lower

import (
	"go/ast"
	"go/token"

	"evolab/ship/ir"
)

func (f *function) binary(x *ast.BinaryExpr) ir.Expr {
	b := &ir.Binary{Op: x.Op}
	switch x.Op {
	case token.SHL, token.SHR:
		b.X, b.Y = f.expr(x.X), f.expr(x.Y)
		b.Typed = ir.Of(f.typeOf(x))
		b.X = f.retype(b.X, b.Type())
		return b
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		b.Typed = ir.Of(boolean)
		b.X, b.Y = f.compared(x.X, x.Y), f.compared(x.Y, x.X)
		if _, ok := ir.Under(b.X.Type()).(*ir.Slice); ok {
			f.fail(x, "a slice compared with nil (ask for its length)")
		}
		markCompared(b.X.Type())
		return b
	}
	b.Typed = ir.Of(f.typeOf(x))
	b.X, b.Y = f.exprAs(x.X, b.Type()), f.exprAs(x.Y, b.Type())
	return b
}

// retype gives a literal another type.
func (f *function) retype(x ir.Expr, t ir.Type) ir.Expr {
	if lit, ok := x.(*ir.Lit); ok {
		return &ir.Lit{Typed: ir.Of(t), Value: lit.Value}
	}
	return x
}

// compared translates one side of a comparison; nil takes on the type of the
// other.
func (f *function) compared(x, other ast.Expr) ir.Expr {
	if f.pkg.Info.Types[x].IsNil() {
		return &ir.Zero{Typed: ir.Of(f.typeOf(other))}
	}
	return f.expr(x)
}

// markCompared marks the structs that need an equality operator.
func markCompared(t ir.Type) {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		if !t.Compared {
			t.Compared = true
			for _, field := range t.Fields {
				markCompared(field.Type)
			}
		}
	case *ir.Array:
		markCompared(t.Elem)
	}
}

func (f *function) unary(x *ast.UnaryExpr) ir.Expr {
	switch x.Op {
	case token.AND:
		return f.address(x)
	case token.ADD:
		return f.expr(x.X)
	case token.SUB, token.XOR, token.NOT:
		return &ir.Unary{Typed: ir.Of(f.typeOf(x)), Op: x.Op, X: f.expr(x.X)}
	}
	f.fail(x, "the operator %s", x.Op)
	return bad()
}

func (f *function) address(x *ast.UnaryExpr) ir.Expr {
	t := ir.Of(f.typeOf(x))
	if lit, ok := ast.Unparen(x.X).(*ast.CompositeLit); ok {
		return &ir.New{Typed: t, X: f.composite(lit)}
	}
	e := f.expr(x.X)
	if v := rootVar(e); v != nil {
		v.Addressed = true
		if _, plain := e.(*ir.VarRef); plain && !ir.IsAggregate(v.Type) {
			f.fail(x, "the address of the variable %s, which is no struct and no array", v.Name)
		}
	}
	return &ir.AddressOf{Typed: t, X: e}
}
