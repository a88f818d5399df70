package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"evolab/ship/ir"
)

var (
	boolean = &ir.Basic{Kind: ir.Bool}
	whole   = &ir.Basic{Kind: ir.Int64}
	str     = &ir.Basic{Kind: ir.String}
)

// number is a small constant of a type.
func number(n int64, t ir.Type) ir.Expr {
	return &ir.Lit{Typed: ir.Of(t), Value: constant.MakeInt64(n)}
}

// goType is the concrete Go type of an expression.
func (f *function) goType(x ast.Expr) types.Type {
	return f.concrete(f.pkg.Info.TypeOf(x), f.env)
}

// typeOf is its translation.
func (f *function) typeOf(x ast.Expr) ir.Type { return f.typ(f.goType(x), x) }

// exprAs is an expression that is given to a place of a type: nil and untyped
// constants become of that type.
func (f *function) exprAs(x ast.Expr, want ir.Type) ir.Expr {
	if tv := f.pkg.Info.Types[x]; tv.IsNil() {
		return &ir.Zero{Typed: ir.Of(want)}
	}
	return f.expr(x)
}

func (f *function) expr(x ast.Expr) ir.Expr {
	if tv, ok := f.pkg.Info.Types[x]; ok && tv.Value != nil {
		return f.constant(x, tv)
	}
	switch x := x.(type) {
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
	case *ast.FuncLit:
		f.fail(x, "a function inside a function")
	case *ast.TypeAssertExpr:
		f.fail(x, "a type assertion")
	default:
		f.fail(x, "this expression")
	}
	return bad()
}

// bad stands for what could not be translated.
func bad() ir.Expr { return number(0, whole) }

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

// global is a variable of a package, read with what it begins with.
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

// initial translates the first value of a package's variable.
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
			in := &function{
				lowerer: f.lowerer, ir: &ir.Func{}, pkg: pkg, env: env{},
				locals: map[types.Object]*ir.Var{}, scopes: map[*ir.Var]*types.Scope{},
			}
			v.Init = in.exprAs(init.Rhs, v.Type)
		}
	}
}

// instance is a function as a value.
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
	fn := f.function2(obj, f.concreteList(f.pkg.Info.Instances[id].TypeArgs, f.env))
	return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
}

func (f *function) function2(obj *types.Func, args []types.Type) *ir.Func {
	return f.lowerer.function(obj, args)
}

// selector is a field, something of another package, or a method as a value.
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
		fn := f.function2(sel.Obj().(*types.Func), typeArgs(f.concrete(sel.Recv(), f.env)))
		return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
	}
	f.fail(x, "the method %s as a value (call it, or use the function of its type)", x.Sel.Name)
	return bad()
}

// typeArgs are those of a type, or of what a pointer points to.
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

// path follows the fields on the way to one, embedded ones included.
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

// retype gives an untyped constant the type that a shift needs.
func (f *function) retype(x ir.Expr, t ir.Type) ir.Expr {
	if lit, ok := x.(*ir.Lit); ok {
		return &ir.Lit{Typed: ir.Of(t), Value: lit.Value}
	}
	return x
}

// compared is one side of a comparison, with the type of the other one if it is
// nil.
func (f *function) compared(x, other ast.Expr) ir.Expr {
	if f.pkg.Info.Types[x].IsNil() {
		return &ir.Zero{Typed: ir.Of(f.typeOf(other))}
	}
	return f.expr(x)
}

// markCompared notes structs that need an equality of their own.
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
	s := &ir.SliceOf{Typed: ir.Of(f.typeOf(x)), X: f.expr(x.X)}
	if v := rootVar(s.X); v != nil {
		if _, ok := ir.Under(s.X.Type()).(*ir.Array); ok {
			v.Addressed = true
		}
	}
	if x.Low != nil {
		s.Low = f.expr(x.Low)
	}
	if x.High != nil {
		s.High = f.expr(x.High)
	}
	return s
}
