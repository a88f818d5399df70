package lower

import (
	"go/ast"
	"go/types"

	"evolab/ship/ir"
)

func (f *function) ident(x *ast.Ident) ir.Expr {
	switch obj := f.pkg.Info.ObjectOf(x).(type) {
	case *types.Var:
		if obj.Parent() == obj.Pkg().Scope() {
			return f.global(obj, x)
		}
		v := f.local(obj, x)
		return &ir.VarRef{Typed: ir.Of(v.Type), Var: v}
	case *types.Func:
		return f.instance(x)
	}
	f.fail(x, "%s as a value", x.Name)
	return bad()
}

// global translates a package variable, with its initial value at first use.
func (f *function) global(obj *types.Var, at ast.Node) ir.Expr {
	v := f.vars[obj]
	if v == nil {
		v = &ir.Var{Name: obj.Name(), Doc: f.docs[obj], Type: f.typ(obj.Type(), at), Global: true}
		f.vars[obj] = v
		f.part(obj.Pkg())
		f.globals = append(f.globals, v)
		f.initial(obj, v, at)
	}
	return &ir.VarRef{Typed: ir.Of(v.Type), Var: v}
}

// initial translates the initial value of a package variable.
func (f *function) initial(obj *types.Var, v *ir.Var, at ast.Node) {
	pkg := f.program.Package(obj.Pkg().Path())
	for _, init := range pkg.Info.InitOrder {
		for _, lhs := range init.Lhs {
			if lhs != obj {
				continue
			}
			if len(init.Lhs) > 1 {
				f.fail(at, "the variable %s of several results", obj.Name())
				return
			}
			v.Init = f.newFunction(pkg).exprAs(init.Rhs, v.Type)
		}
	}
}

// instance translates a function that is used as a value.
func (f *function) instance(x ast.Expr) ir.Expr {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if sel, isSel := ast.Unparen(x).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		f.fail(x, "this function as a value")
		return bad()
	}
	obj, isFunc := f.pkg.Info.Uses[id].(*types.Func)
	if !isFunc {
		f.fail(x, "%s as a value", id.Name)
		return bad()
	}
	fn := f.instantiate(obj, f.concreteList(f.pkg.Info.Instances[id].TypeArgs, f.env), x)
	return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
}

// selector translates a field, a name of another package or a method as a value.
func (f *function) selector(x *ast.SelectorExpr) ir.Expr {
	sel := f.pkg.Info.Selections[x]
	if sel == nil {
		switch obj := f.pkg.Info.Uses[x.Sel].(type) {
		case *types.Var:
			return f.global(obj, x)
		case *types.Func:
			return f.instance(x)
		}
		f.fail(x, "%s as a value", x.Sel.Name)
		return bad()
	}
	switch sel.Kind() {
	case types.FieldVal:
		return f.path(f.expr(x.X), sel.Index(), x)
	case types.MethodExpr:
		fn := f.instantiate(sel.Obj().(*types.Func), typeArgs(f.concrete(sel.Recv(), f.env)), x)
		return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
	}
	f.fail(x, "the method %s as a value (call it, or use the function of its type)", x.Sel.Name)
	return bad()
}

// typeArgs are the type arguments of a type, or of what a pointer points to.
func typeArgs(t types.Type) []types.Type {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var args []types.Type
	if n, ok := t.(*types.Named); ok {
		for i := range n.TypeArgs().Len() {
			args = append(args, n.TypeArgs().At(i))
		}
	}
	return args
}

// path selects a field by its index sequence, through embedded structs.
func (f *function) path(x ir.Expr, index []int, at ast.Node) ir.Expr {
	for _, i := range index {
		t := x.Type()
		if p := ir.Pointee(t); p != nil {
			t = p
		}
		s, ok := ir.Under(t).(*ir.Struct)
		if !ok || i >= len(s.Fields) {
			f.fail(at, "this field")
			return bad()
		}
		x = &ir.FieldOf{Typed: ir.Of(s.Fields[i].Type), X: x, Field: s.Fields[i]}
	}
	return x
}
