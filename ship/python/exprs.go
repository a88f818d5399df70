package python

import (
	"fmt"
	"go/constant"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) expr(x ir.Expr) string { return w.term(x).text }

// operand is an expression as the operand of an operator of a level.
func (w *writer) operand(x ir.Expr, level int) string { return w.term(x).in(level) }

// term is an expression with its exact value.
func (w *writer) term(x ir.Expr) term {
	switch x := x.(type) {
	case *ir.Lit:
		s := w.literal(x.Value, x.Type())
		if strings.HasPrefix(s, "-") {
			return term{s, prefix}
		}
		return term{s, postfix}
	case *ir.IndexOf:
		s := fmt.Sprintf("%s[%s]", w.operand(x.X, postfix), w.expr(x.Index))
		if ir.KindOf(x.X.Type()) == ir.String {
			s = "ord(" + s + ")"
		}
		return term{s, postfix}
	case *ir.SliceOf:
		return w.slice(x)
	case *ir.Builtin:
		return w.builtin(x)
	case *ir.Binary:
		return w.binary(x)
	case *ir.Unary:
		return w.unary(x)
	case *ir.Convert:
		return w.convert(x)
	case *ir.AddressOf:
		return w.address(x)
	case *ir.Deref:
		return w.deref(x)
	case *ir.ListLit:
		return term{w.listLit(x), sums}
	}
	return term{w.primary(x), postfix}
}

// primary is an expression without an operator.
func (w *writer) primary(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.ConstRef:
		return x.Const.Name
	case *ir.VarRef:
		return x.Var.Name
	case *ir.FuncRef:
		if x.Func.Op != ir.NoOp {
			return x.Func.Op.Python()
		}
		return x.Func.Name
	case *ir.Zero:
		return w.zero(x.Type())
	case *ir.FieldOf:
		return w.operand(x.X, postfix) + "." + x.Field.Name
	case *ir.Call:
		var args []string
		for i, a := range x.Args {
			args = append(args, w.argument(x.Func, i, a))
		}
		return fmt.Sprintf("%s(%s)", x.Func.Name, strings.Join(args, ", "))
	case *ir.CallValue:
		return fmt.Sprintf("%s(%s)", w.operand(x.Fun, postfix), text.List(x.Args, w.expr))
	case *ir.StructLit:
		return w.structLit(x)
	case *ir.New:
		return w.value(x.X)
	case *spare:
		return x.name
	}
	w.Fail("expression %T", x)
	return "?"
}

// address is a reference: an object or a list, or a reference to a number in it.
func (w *writer) address(x *ir.AddressOf) term {
	if ir.IsAggregate(x.X.Type()) {
		return w.term(x.X)
	}
	switch place := x.X.(type) {
	case *ir.IndexOf:
		return term{fmt.Sprintf("ItemRef(%s, %s)", w.expr(place.X), w.expr(place.Index)), postfix}
	case *ir.FieldOf:
		return term{fmt.Sprintf("FieldRef(%s, \"%s\")", w.expr(place.X), place.Field.Name), postfix}
	}
	w.Fail("a pointer to %T", x.X)
	return term{"?", postfix}
}

// deref is what a pointer points to: an object, or the number that is referred
// to.
func (w *writer) deref(x *ir.Deref) term {
	if ir.IsAggregate(x.Type()) {
		return w.term(x.X)
	}
	v, ok := x.X.(*ir.VarRef)
	if !ok || !w.aliases[v.Var] {
		return term{w.operand(x.X, postfix) + ".value", postfix}
	}
	if place, ok := v.Var.Only.(*ir.AddressOf).X.(*ir.FieldOf); ok {
		return term{fmt.Sprintf("%s.%s", v.Var.Name, place.Field.Name), postfix}
	}
	return term{fmt.Sprintf("%s[%s_at]", v.Var.Name, v.Var.Name), postfix}
}

// slice is a part of a list, or the list itself if it is the whole.
func (w *writer) slice(x *ir.SliceOf) term {
	low, high := text.Or(x.Low, w.expr, ""), text.Or(x.High, w.expr, "")
	if high == "0" {
		return term{"[]", postfix}
	}
	if low == "0" {
		low = ""
	}
	if low == "" && high == "" {
		return w.term(x.X)
	}
	return term{fmt.Sprintf("%s[%s:%s]", w.operand(x.X, postfix), low, high), postfix}
}

func (w *writer) convert(x *ir.Convert) term {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return term{fmt.Sprintf("text_of(%s)", w.expr(x.X)), postfix}
	case from == ir.String && to == ir.Void:
		if lit, ok := x.X.(*ir.Lit); ok {
			bytes := text.Pieces(constant.StringVal(lit.Value), func(s string) string { return "b" + quoted(s) })
			return term{fmt.Sprintf("list(%s)", bytes), postfix}
		}
		return term{fmt.Sprintf("bytes_of(%s)", w.expr(x.X)), postfix}
	case to == ir.Float64 && from.Bits() > 0:
		return term{fmt.Sprintf("float(%s)", w.expr(x.X)), postfix}
	case to.Bits() > 0 && from == ir.Float64:
		return term{fmt.Sprintf("int(%s)", w.expr(x.X)), postfix}
	case to.Bits() > 0 && from.Bits() > 0:
		return w.exactConvert(x)
	}
	return w.term(x.X)
}
