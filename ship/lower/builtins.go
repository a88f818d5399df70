package lower

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"evolab/ship/ir"
)

// builtin is a call of one of Go's own functions.
func (f *function) builtin(x *ast.CallExpr, name string) ir.Expr {
	switch name {
	case "len", "cap":
		return &ir.Builtin{Typed: ir.Of(whole), Op: name, Args: []ir.Expr{f.expr(x.Args[0])}}
	case "min", "max":
		t := f.typeOf(x)
		b := &ir.Builtin{Typed: ir.Of(t), Op: name}
		for _, a := range x.Args {
			b.Args = append(b.Args, f.retype(f.exprAs(a, t), t))
		}
		return b
	case "copy":
		return &ir.Builtin{Typed: ir.Of(whole), Op: name, Args: []ir.Expr{f.expr(x.Args[0]), f.expr(x.Args[1])}}
	case "append":
		return f.appends(x)
	case "make":
		return f.makes(x)
	case "new":
		return f.news(x)
	}
	f.fail(x, "the function %s", name)
	return bad()
}

// appends is append of values, or of all values of a slice or a text.
func (f *function) appends(x *ast.CallExpr) ir.Expr {
	t := f.typeOf(x)
	b := &ir.Builtin{Typed: ir.Of(t), Op: "append", Args: []ir.Expr{f.exprAs(x.Args[0], t)}}
	if x.Ellipsis.IsValid() {
		b.Op = "append..."
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
	b := &ir.Builtin{Typed: ir.Of(t), Op: "make"}
	for _, a := range x.Args[1:] {
		b.Args = append(b.Args, f.expr(a))
	}
	return b
}

// news is new of a type, or of a value.
func (f *function) news(x *ast.CallExpr) ir.Expr {
	t := f.typeOf(x)
	if f.pkg.Info.Types[x.Args[0]].IsType() {
		return &ir.New{Typed: ir.Of(t), X: &ir.Zero{Typed: ir.Of(ir.Pointee(t))}}
	}
	return &ir.New{Typed: ir.Of(t), X: f.expr(x.Args[0])}
}

// format is fmt.Errorf or fmt.Sprintf: the format is taken apart here, so that
// only pieces of text are left to be put together.
func (f *function) format(x *ast.CallExpr, name string) ir.Expr {
	layout := f.pkg.Info.Types[x.Args[0]].Value
	if name != "Errorf" && name != "Sprintf" || layout == nil {
		f.fail(x, "fmt.%s", name)
		return bad()
	}
	pieces := f.pieces(x, constant.StringVal(layout), x.Args[1:])
	op, t := "text", str
	if name == "Errorf" {
		op, t = "error", &ir.Basic{Kind: ir.Error}
	}
	return &ir.Builtin{Typed: ir.Of(t), Op: op, Args: pieces}
}

// pieces splits a format at its verbs.
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
			verb, layout = eightHex, rest // eight hexadecimal digits
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

// piece is one value of a format as a text.
func (f *function) piece(x ast.Expr, verb byte) ir.Expr {
	if m, _, _ := types.LookupFieldOrMethod(f.goType(x), true, f.pkg.Types, "String"); m != nil && verb != 'd' {
		if fn, ok := m.(*types.Func); ok {
			return &ir.Call{Typed: ir.Of(str), Func: f.function2(fn, nil), Args: []ir.Expr{f.expr(x)}}
		}
	}
	e := f.expr(x)
	_, isSlice := ir.Under(e.Type()).(*ir.Slice)
	kind := ir.KindOf(e.Type())
	op := ""
	switch {
	case verb == eightHex && kind.Bits() > 0 && !kind.Signed():
		op = "text.hex8"
	case verb == 'q' && (isSlice || kind == ir.String):
		op = "text.quoted"
	case verb == 'q' && kind.Bits() > 0 || verb == 'c' && kind.Bits() > 0:
		op = map[byte]string{'q': "text.quotedByte", 'c': "text.byte"}[verb]
	case kind.Bits() > 0 && (verb == 'd' || verb == 'v'):
		op = "text.number"
	case (verb == 's' || verb == 'v') && kind == ir.String:
		return e
	case (verb == 's' || verb == 'v') && isSlice:
		op = "text.bytes"
	case (verb == 's' || verb == 'v' || verb == 'w') && kind == ir.Error:
		op = "error.Error"
	default:
		f.fail(x, "the verb %%%c for %s", verb, f.goType(x))
		return bad()
	}
	return &ir.Builtin{Typed: ir.Of(str), Op: op, Args: []ir.Expr{e}}
}

// eightHex stands for %08x.
const eightHex = 0
