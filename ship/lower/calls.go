package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"evolab/ship/ir"
)

func (f *function) call(x *ast.CallExpr) ir.Expr {
	fun := ast.Unparen(x.Fun)
	if f.pkg.Info.Types[fun].IsType() {
		return f.convert(x)
	}
	if id, ok := fun.(*ast.Ident); ok && f.isBuiltin(id) {
		return f.builtin(x, id.Name)
	}
	if called, ok := fun.(*ast.SelectorExpr); ok {
		if sel := f.pkg.Info.Selections[called]; sel != nil && sel.Kind() == types.MethodVal {
			return f.method(x, called, sel)
		}
	}
	if obj, args := f.static(fun); obj != nil {
		if path := obj.Pkg().Path(); path == "fmt" {
			return f.format(x, obj.Name())
		}
		return f.callTo(x, f.instantiate(obj, args, x), nil)
	}
	v := f.expr(fun)
	sig, ok := ir.Under(v.Type()).(*ir.Signature)
	if !ok {
		f.fail(x, "a call of this")
		return bad()
	}
	c := &ir.CallValue{Typed: ir.Of(sig.Result), Fun: v}
	for i, a := range x.Args {
		c.Args = append(c.Args, f.exprAs(a, sig.Params[i]))
	}
	return c
}

// static returns the function that an expression names, with its type arguments.
func (f *function) static(fun ast.Expr) (*types.Func, []types.Type) {
	switch e := fun.(type) {
	case *ast.IndexExpr:
		fun = e.X
	case *ast.IndexListExpr:
		fun = e.X
	}
	var id *ast.Ident
	switch e := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil, nil
	}
	obj, ok := f.pkg.Info.Uses[id].(*types.Func)
	if !ok {
		return nil, nil
	}
	if obj.Signature().Recv() != nil {
		sel, _ := ast.Unparen(fun).(*ast.SelectorExpr)
		return obj, typeArgs(f.concrete(f.pkg.Info.Selections[sel].Recv(), f.env))
	}
	return obj, f.concreteList(f.pkg.Info.Instances[id].TypeArgs, f.env)
}

// method translates the call of a method, which may be one of a type parameter.
func (f *function) method(x *ast.CallExpr, called *ast.SelectorExpr, sel *types.Selection) ir.Expr {
	recv := f.concrete(sel.Recv(), f.env)
	obj, index, _ := types.LookupFieldOrMethod(recv, true, sel.Obj().Pkg(), sel.Obj().Name())
	fn, ok := obj.(*types.Func)
	if !ok || types.IsInterface(recv) {
		if ok && types.TypeString(recv, nil) == "error" {
			return &ir.Builtin{Typed: ir.Of(str), Op: ir.OpErrorText, Args: []ir.Expr{f.expr(called.X)}}
		}
		f.fail(x, "the method %s of an interface value", sel.Obj().Name())
		return bad()
	}
	self := f.path(f.expr(called.X), index[:len(index)-1], x)
	_, wantsPointer := fn.Signature().Recv().Type().(*types.Pointer)
	p := ir.Pointee(self.Type())
	switch {
	case wantsPointer && p == nil:
		if v := rootVar(self); v != nil {
			v.Addressed = true
		}
		self = &ir.AddressOf{Typed: ir.Of(&ir.Pointer{Elem: self.Type()}), X: self}
	case !wantsPointer && p != nil:
		self = &ir.Deref{Typed: ir.Of(p), X: self}
	}
	owner := recv
	if len(index) > 1 { // a method of an embedded field
		owner = f.concrete(fn.Signature().Recv().Type(), f.env)
	}
	return f.callTo(x, f.instantiate(fn, typeArgs(owner), x), self)
}

// callTo translates the call of a function; self is the receiver, if any.
func (f *function) callTo(x *ast.CallExpr, fn *ir.Func, self ir.Expr) ir.Expr {
	var args []ir.Expr
	if len(x.Args) == 1 {
		if _, tuple := f.pkg.Info.TypeOf(x.Args[0]).(*types.Tuple); tuple {
			f.fail(x, "the results of one call as the arguments of another")
			return bad()
		}
	}
	if self != nil {
		args = append(args, self)
	}
	if fn.Op != ir.NoOp {
		for _, a := range x.Args {
			args = append(args, f.expr(a))
		}
		return &ir.Builtin{Typed: ir.Of(f.typeOf(x)), Op: fn.Op, Args: args}
	}
	params := fn.Params[len(args):]
	sig, _ := f.goType(x.Fun).Underlying().(*types.Signature)
	for i, a := range x.Args {
		if sig != nil && sig.Variadic() && i >= sig.Params().Len()-1 && !x.Ellipsis.IsValid() {
			break
		}
		args = append(args, f.exprAs(a, params[min(i, len(params)-1)].Type))
	}
	if sig != nil && sig.Variadic() && !x.Ellipsis.IsValid() {
		args = append(args, f.rest(x, sig, params[len(params)-1].Type))
	}
	return &ir.Call{Typed: ir.Of(fn.Result), Func: fn, Args: args}
}

// rest is the slice of the arguments of a variadic parameter.
func (f *function) rest(x *ast.CallExpr, sig *types.Signature, t ir.Type) ir.Expr {
	lit := &ir.ListLit{Typed: ir.Of(t)}
	for _, a := range x.Args[sig.Params().Len()-1:] {
		lit.Elems = append(lit.Elems, f.exprAs(a, ir.Elem(t)))
	}
	return lit
}

func (f *function) convert(x *ast.CallExpr) ir.Expr {
	to := f.typeOf(x)
	e := f.exprAs(x.Args[0], to)
	from := e.Type()
	switch {
	case ir.KindOf(to) == ir.String && ir.KindOf(from).Bits() > 0:
		f.fail(x, "a text from a number")
	case ir.KindOf(to) == ir.Void && ir.KindOf(from) == ir.Void:
		if _, ok := e.(*ir.Zero); ok {
			return &ir.Zero{Typed: ir.Of(to)}
		}
	}
	return &ir.Convert{Typed: ir.Of(to), X: e}
}

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

// format translates fmt.Errorf or fmt.Sprintf to a concatenation of strings.
func (f *function) format(x *ast.CallExpr, name string) ir.Expr {
	layout := f.pkg.Info.Types[x.Args[0]].Value
	if name != "Errorf" && name != "Sprintf" || layout == nil {
		f.fail(x, "fmt.%s", name)
		return bad()
	}
	pieces := f.pieces(x, constant.StringVal(layout), x.Args[1:])
	op, t := ir.OpJoin, str
	if name == "Errorf" {
		op, t = ir.OpJoinError, &ir.Basic{Kind: ir.Error}
	}
	return &ir.Builtin{Typed: ir.Of(t), Op: op, Args: pieces}
}

func (f *function) pieces(x *ast.CallExpr, layout string, args []ast.Expr) []ir.Expr {
	var out []ir.Expr
	add := func(text string) {
		if text != "" {
			out = append(out, &ir.Lit{Typed: ir.Of(str), Value: constant.MakeString(text)})
		}
	}
	for {
		at := strings.IndexByte(layout, '%')
		if at < 0 || at+1 == len(layout) {
			add(layout)
			return out
		}
		add(layout[:at])
		verb := layout[at+1]
		layout = layout[at+2:]
		if rest, ok := strings.CutPrefix(layout, "8x"); ok && verb == '0' {
			verb, layout = eightHex, rest // %08x
		}
		if verb == '%' {
			add("%")
			continue
		}
		if len(args) == 0 {
			f.fail(x, "a format with too few values")
			return out
		}
		out = append(out, f.piece(args[0], verb))
		args = args[1:]
	}
}

func (f *function) piece(x ast.Expr, verb byte) ir.Expr {
	if m, _, _ := types.LookupFieldOrMethod(f.goType(x), true, f.pkg.Types, "String"); m != nil && verb != 'd' {
		if fn, ok := m.(*types.Func); ok {
			return &ir.Call{Typed: ir.Of(str), Func: f.instantiate(fn, nil, x), Args: []ir.Expr{f.expr(x)}}
		}
	}
	e := f.expr(x)
	op, ok := formatted(verb, e.Type())
	switch {
	case !ok:
		f.fail(x, "the verb %%%c for %s", verb, f.goType(x))
		return bad()
	case op == ir.NoOp:
		return e
	}
	return &ir.Builtin{Typed: ir.Of(str), Op: op, Args: []ir.Expr{e}}
}

// formatted is the operation of a verb on a value of a type; NoOp leaves a string
// as it is.
func formatted(verb byte, t ir.Type) (op ir.Op, ok bool) {
	kind := ir.KindOf(t)
	_, isSlice := ir.Under(t).(*ir.Slice)
	switch {
	case kind.Bits() > 0:
		op, ok = map[byte]ir.Op{'d': ir.OpDecimal, 'v': ir.OpDecimal, 'c': ir.OpByteText, 'q': ir.OpQuotedByte, eightHex: ir.OpHex8}[verb]
		return op, ok && (verb != eightHex || !kind.Signed())
	case isSlice:
		op, ok = map[byte]ir.Op{'s': ir.OpBytesText, 'v': ir.OpBytesText, 'q': ir.OpQuoted}[verb]
	case kind == ir.String:
		op, ok = map[byte]ir.Op{'s': ir.NoOp, 'v': ir.NoOp, 'q': ir.OpQuoted}[verb]
	case kind == ir.Error:
		op, ok = map[byte]ir.Op{'s': ir.OpErrorText, 'v': ir.OpErrorText, 'w': ir.OpErrorText}[verb]
	}
	return op, ok
}

// eightHex stands for %08x.
const eightHex = 0
