package cpp

import (
	"fmt"
	"go/constant"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) expr(x ir.Expr) string {
	s, _ := w.leveled(x)
	return s
}

// operand is an expression as the operand of an operator of a level.
func (w *writer) operand(x ir.Expr, level int) string {
	s, own := w.leveled(x)
	if own < level {
		return "(" + s + ")"
	}
	return s
}

// leveled is an expression and the level of its outermost operator.
func (w *writer) leveled(x ir.Expr) (string, int) {
	switch x := x.(type) {
	case *ir.Lit:
		s := w.literal(x.Value, x.Type())
		if strings.HasPrefix(s, "-") {
			return s, prefix
		}
		return s, postfix
	case *ir.Binary:
		return w.binary(x)
	case *ir.Unary:
		return w.unary(x)
	case *ir.Convert:
		return w.convert(x)
	case *ir.AddressOf:
		if d, ok := x.X.(*ir.Deref); ok {
			return w.leveled(d.X)
		}
		return "&" + w.operand(x.X, postfix), prefix
	case *ir.Deref:
		if a, ok := x.X.(*ir.AddressOf); ok {
			return w.leveled(a.X)
		}
		return "*" + w.operand(x.X, prefix), prefix
	case *ir.New:
		return fmt.Sprintf("new %s(%s)", w.typ(ir.Pointee(x.Type())), w.expr(x.X)), prefix
	}
	return w.primary(x), postfix
}

// primary is an expression without an operator.
func (w *writer) primary(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.ConstRef:
		if ir.KindOf(x.Type()) != ir.KindOf(x.Const.Type) {
			return fmt.Sprintf("%s(%s)", w.typ(x.Type()), x.Const.Name)
		}
		return x.Const.Name
	case *ir.VarRef:
		return x.Var.Name
	case *ir.FuncRef:
		if x.Func.Op != ir.NoOp {
			return w.name(x.Func.Op)
		}
		return x.Func.Name
	case *ir.Zero:
		return w.zero(x.Type())
	case *ir.FieldOf:
		return w.field(x)
	case *ir.IndexOf:
		return w.element(x)
	case *ir.SliceOf:
		return fmt.Sprintf("cut(%s, %s, %s)", w.indexable(x.X), text.Or(x.Low, w.expr, "0"), text.Or(x.High, w.expr, "-1"))
	case *ir.Call:
		return fmt.Sprintf("%s(%s)", x.Func.Name, text.List(x.Args, w.expr))
	case *ir.CallValue:
		return fmt.Sprintf("%s(%s)", w.operand(x.Fun, postfix), text.List(x.Args, w.expr))
	case *ir.Builtin:
		return w.builtin(x)
	case *ir.StructLit:
		return w.structLit(x)
	case *ir.ListLit:
		return w.listLit(x)
	}
	w.Fail("expression %T", x)
	return "?"
}

// element is one of a list, or a byte of a string, where C++ has a char.
func (w *writer) element(x *ir.IndexOf) string {
	element := fmt.Sprintf("%s[%s]", w.indexable(x.X), w.expr(x.Index))
	if ir.KindOf(x.X.Type()) == ir.String {
		return fmt.Sprintf("uint8_t(%s)", element)
	}
	return element
}

// indexable is a list, or the array that a pointer points to, before an index.
func (w *writer) indexable(x ir.Expr) string {
	if p := ir.Pointee(x.Type()); p != nil {
		return w.operand(&ir.Deref{Typed: ir.Of(p), X: x}, postfix)
	}
	return w.operand(x, postfix)
}

func (w *writer) convert(x *ir.Convert) (string, int) {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return fmt.Sprintf("textOf(%s)", w.expr(x.X)), postfix
	case from == ir.String && to == ir.Void:
		if lit, ok := x.X.(*ir.Lit); ok {
			return fmt.Sprintf("bytesOf(%s)", text.Pieces(constant.StringVal(lit.Value), quoted)), postfix
		}
		return fmt.Sprintf("bytesOf(%s)", w.expr(x.X)), postfix
	case to == from:
		return w.leveled(x.X)
	}
	return fmt.Sprintf("%s(%s)", w.typ(x.Type()), w.expr(x.X)), postfix
}

func (w *writer) field(x *ir.FieldOf) string {
	base, through := x.X, ir.Pointee(x.X.Type()) != nil
	switch x := x.X.(type) {
	case *ir.Deref:
		base, through = x.X, true
	case *ir.AddressOf:
		base, through = x.X, false
	}
	if through {
		return w.operand(base, postfix) + "->" + x.Field.Name
	}
	return w.operand(base, postfix) + "." + x.Field.Name
}
