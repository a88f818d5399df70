package lower

import (
	"go/ast"

	"evolab/ship/ir"
)

// builtin translates a call of a builtin function.
func (f *function) builtin(x *ast.CallExpr, name string) ir.Expr {
	switch name {
	case "len":
		return &ir.Builtin{Typed: ir.Of(whole), Op: ir.OpLen, Args: []ir.Expr{f.expr(x.Args[0])}}
	case "cap":
		return &ir.Builtin{Typed: ir.Of(whole), Op: ir.OpCap, Args: []ir.Expr{f.expr(x.Args[0])}}
	case "min":
		return f.extreme(x, ir.OpMin)
	case "max":
		return f.extreme(x, ir.OpMax)
	case "copy":
		return &ir.Builtin{Typed: ir.Of(whole), Op: ir.OpCopy, Args: []ir.Expr{f.expr(x.Args[0]), f.expr(x.Args[1])}}
	case "append":
		return f.appends(x)
	case "make":
		return f.makes(x)
	case "new":
		t := f.typeOf(x)
		if f.pkg.Info.Types[x.Args[0]].IsType() {
			return &ir.New{Typed: ir.Of(t), X: &ir.Zero{Typed: ir.Of(ir.Pointee(t))}}
		}
		return &ir.New{Typed: ir.Of(t), X: f.expr(x.Args[0])}
	}
	f.fail(x, "the function %s", name)
	return bad()
}

// extreme translates min or max.
func (f *function) extreme(x *ast.CallExpr, op ir.Op) ir.Expr {
	t := f.typeOf(x)
	b := &ir.Builtin{Typed: ir.Of(t), Op: op}
	for _, a := range x.Args {
		b.Args = append(b.Args, f.retype(f.exprAs(a, t), t))
	}
	return b
}

// appends translates append of values, of a slice or of a string.
func (f *function) appends(x *ast.CallExpr) ir.Expr {
	t := f.typeOf(x)
	b := &ir.Builtin{Typed: ir.Of(t), Op: ir.OpAppend, Args: []ir.Expr{f.exprAs(x.Args[0], t)}}
	if x.Ellipsis.IsValid() {
		b.Op = ir.OpAppendAll
		b.Args = append(b.Args, f.expr(x.Args[1]))
		return b
	}
	for _, a := range x.Args[1:] {
		b.Args = append(b.Args, f.retype(f.exprAs(a, ir.Elem(t)), ir.Elem(t)))
	}
	return b
}

func (f *function) makes(x *ast.CallExpr) ir.Expr {
	t := f.typeOf(x)
	if _, ok := ir.Under(t).(*ir.Slice); !ok {
		f.fail(x, "make of %s", f.goType(x))
		return bad()
	}
	b := &ir.Builtin{Typed: ir.Of(t), Op: ir.OpMake}
	for _, a := range x.Args[1:] {
		b.Args = append(b.Args, f.expr(a))
	}
	return b
}
