package lower

import (
	"evolab/ship/ir"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

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

// piece is one formatted value.
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
