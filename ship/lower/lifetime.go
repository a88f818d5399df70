package lower

import (
	"evolab/ship/ir"
	"go/ast"
)

// outlive translates a value that is returned. If it is the address of a local
// variable, the variable is copied to the heap.
func (f *function) outlive(at ast.Node, x ir.Expr) ir.Expr {
	if a, ok := x.(*ir.AddressOf); ok {
		if v, ok := a.X.(*ir.VarRef); ok && !v.Var.Global {
			return &ir.New{Typed: ir.Of(x.Type()), X: v}
		}
	}
	f.kept(at, x)
	return x
}

// kept refuses a value that points into a local variable and outlives it.
func (f *function) kept(at ast.Node, x ir.Expr) {
	var place ir.Expr
	switch x := x.(type) {
	case *ir.AddressOf:
		place = x.X
	case *ir.SliceOf:
		if _, ok := ir.Under(x.X.Type()).(*ir.Array); ok {
			place = x.X
		}
	}
	if v := rootVar(place); v != nil && !v.Global {
		f.fail(at, "a pointer into the variable %s that outlives it", v.Name)
	}
}
