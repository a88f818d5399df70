package lower

import (
	"go/ast"
	"go/constant"
	"go/types"

	"evolab/ship/ir"
)

// constant translates a constant expression: a constant of a package keeps its
// name, everything else becomes its value.
func (f *function) constant(x ast.Expr, tv types.TypeAndValue) ir.Expr {
	t := f.typ(f.concrete(tv.Type, f.env), x)
	var obj types.Object
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		obj = f.pkg.Info.Uses[x]
	case *ast.SelectorExpr:
		obj = f.pkg.Info.Uses[x.Sel]
	}
	value := tv.Value
	if ir.KindOf(t) == ir.Float64 {
		value = constant.ToFloat(value)
	} else if ir.KindOf(t).Bits() > 0 {
		value = constant.ToInt(value)
	}
	c, ok := obj.(*types.Const)
	if !ok || c.Pkg() == nil || c.Parent() != c.Pkg().Scope() || ir.KindOf(t).Bits() == 0 {
		return &ir.Lit{Typed: ir.Of(t), Value: value}
	}
	return &ir.ConstRef{Typed: ir.Of(t), Const: f.constantOf(c, x)}
}

// constantOf returns the translation of a package's constant.
func (f *function) constantOf(c *types.Const, at ast.Node) *ir.Const {
	if known := f.consts[c]; known != nil {
		return known
	}
	t := f.typ(c.Type(), at)
	if b, ok := c.Type().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		if _, fits := constant.Int64Val(constant.ToInt(c.Val())); !fits {
			t = &ir.Basic{Kind: ir.Uint64}
		}
	}
	k := &ir.Const{Name: c.Name(), Doc: f.docs[c], Type: t, Value: constant.ToInt(c.Val())}
	f.consts[c] = k
	f.order[k] = c.Pos()
	part := f.part(c.Pkg())
	part.Consts = append(part.Consts, k)
	return k
}
