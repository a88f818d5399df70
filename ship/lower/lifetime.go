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
	if v := pointed(x); v != nil {
		f.fail(at, "a pointer into the variable %s that outlives it", v.Name)
	}
}

// keptIn refuses what points into a variable of a block within that of the
// variable to which it is assigned.
func (f *function) keptIn(l ir.Expr, at ast.Node, r ir.Expr) {
	to, from := rootVar(l), pointed(r)
	if to == nil || to.Global {
		f.kept(at, r)
		return
	}
	outer, inner := f.scopes[to], f.scopes[from]
	if outer == nil || inner == nil {
		return
	}
	for inner != nil && inner != outer {
		if inner = inner.Parent(); inner == outer {
			f.kept(at, r)
		}
	}
}

// pointed is the local variable that a value points into, or nil.
func pointed(x ir.Expr) *ir.Var {
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
		return v
	}
	return nil
}
