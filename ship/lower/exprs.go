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

func expressionName(x ast.Expr) string {
	switch x.(type) {
	case *ast.FuncLit:
		return "a function inside a function"
	case *ast.TypeAssertExpr:
		return "a type assertion"
	}
	return "this expression"
}

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

func (f *function) composite(x *ast.CompositeLit) ir.Expr {
	t := f.typeOf(x)
	switch under := ir.Under(t).(type) {
	case *ir.Struct:
		return f.structLit(x, t, under)
	case *ir.Array:
		elems := f.elems(x, under.Elem)
		for int64(len(elems)) < under.Len {
			elems = append(elems, nil)
		}
		return &ir.ListLit{Typed: ir.Of(t), Elems: elems}
	case *ir.Slice:
		return &ir.ListLit{Typed: ir.Of(t), Elems: f.elems(x, under.Elem)}
	case *ir.Pointer: // an elided &T
		f.fail(x, "a literal behind a pointer that is left out")
		return bad()
	}
	f.fail(x, "a value of the type %s", f.goType(x))
	return bad()
}

func (f *function) structLit(x *ast.CompositeLit, t ir.Type, s *ir.Struct) ir.Expr {
	out := &ir.StructLit{Typed: ir.Of(t), Fields: make([]ir.Expr, len(s.Fields))}
	for i, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			for j, field := range s.Fields {
				if field.Name == kv.Key.(*ast.Ident).Name {
					out.Fields[j] = f.exprAs(kv.Value, field.Type)
				}
			}
			continue
		}
		out.Fields[i] = f.exprAs(e, s.Fields[i].Type)
	}
	for _, e := range out.Fields {
		f.kept(x, e)
	}
	return out
}

// elems are the values of a list literal by index.
func (f *function) elems(x *ast.CompositeLit, t ir.Type) []ir.Expr {
	var out []ir.Expr
	at := 0
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			n, _ := constant.Int64Val(constant.ToInt(f.pkg.Info.Types[kv.Key].Value))
			at, e = int(n), kv.Value
		}
		for len(out) <= at {
			out = append(out, nil)
		}
		out[at] = f.exprAs(e, t)
		at++
	}
	return out
}

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
