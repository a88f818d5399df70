package cpp

import (
	"fmt"
	"go/constant"
	"go/token"
	"math"
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
			return s, text.Prefix
		}
		return s, text.Postfix
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
		return "&" + w.operand(x.X, text.Postfix), text.Prefix
	case *ir.Deref:
		if a, ok := x.X.(*ir.AddressOf); ok {
			return w.leveled(a.X)
		}
		return "*" + w.operand(x.X, text.Prefix), text.Prefix
	case *ir.New:
		return fmt.Sprintf("new %s(%s)", w.typ(ir.Pointee(x.Type())), w.expr(x.X)), text.Prefix
	}
	return w.primary(x), text.Postfix
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
		return fmt.Sprintf("%s(%s)", w.operand(x.Fun, text.Postfix), text.List(x.Args, w.expr))
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
		return w.operand(&ir.Deref{Typed: ir.Of(p), X: x}, text.Postfix)
	}
	return w.operand(x, text.Postfix)
}

func (w *writer) convert(x *ir.Convert) (string, int) {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return fmt.Sprintf("textOf(%s)", w.expr(x.X)), text.Postfix
	case from == ir.String && to == ir.Void:
		if lit, ok := x.X.(*ir.Lit); ok {
			name := "bytesOf"
			if w.once {
				name = "LITERAL"
			}
			return fmt.Sprintf("%s(%s)", name, text.Pieces(constant.StringVal(lit.Value), quoted)), text.Postfix
		}
		return fmt.Sprintf("bytesOf(%s)", w.expr(x.X)), text.Postfix
	case to == from:
		return w.leveled(x.X)
	}
	return fmt.Sprintf("%s(%s)", w.typ(x.Type()), w.expr(x.X)), text.Postfix
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
		return w.operand(base, text.Postfix) + "->" + x.Field.Name
	}
	return w.operand(base, text.Postfix) + "." + x.Field.Name
}

// natural reports whether C++ evaluates an operation in the width of its type.
func (w *writer) natural(x *ir.Binary) bool {
	k := ir.KindOf(x.Type())
	switch {
	case k == ir.Float64 || k == ir.Bool:
		return true
	case x.Op == token.SHL:
		return k.Bits() >= 32 && !k.Signed() && w.shiftFits(x)
	case x.Op == token.SHR:
		return w.shiftFits(x)
	}
	return k.Bits() >= 32
}

// shiftFits reports whether a shift is always by less than the width, as C++
// requires.
func (w *writer) shiftFits(x *ir.Binary) bool {
	r := w.ranges.Of(x.Y)
	return r.Natural() && r.Below(int64(ir.KindOf(x.Type()).Bits()))
}

func (w *writer) binary(x *ir.Binary) (string, int) {
	k := ir.KindOf(x.Type())
	if x.Op == token.SHL || x.Op == token.SHR {
		return w.shift(x, k)
	}
	s, level := w.side(x.X, x.Op, false), text.Level(x.Op)
	if x.Op == token.AND_NOT {
		s, level = s+" & ~"+w.operand(x.Y, text.Prefix), text.BitOps
	} else {
		s += " " + x.Op.String() + " " + w.side(x.Y, x.Op, true)
	}
	if k.Bits() > 0 && k.Bits() < 32 && !(text.Bitwise(x.Op) && !k.Signed()) {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s), text.Postfix
	}
	return s, level
}

// side is an operand of an operator, in parentheses if C++ or a reader needs
// them.
func (w *writer) side(x ir.Expr, op token.Token, right bool) string {
	s, level := w.leveled(x)
	return text.Side(x, s, level, op, right)
}

func (w *writer) shift(x *ir.Binary, k ir.Kind) (string, int) {
	t := w.typ(x.Type())
	if !w.shiftFits(x) {
		name := map[token.Token]string{token.SHL: "shl", token.SHR: "shr"}[x.Op]
		return fmt.Sprintf("%s<%s>(%s, %s)", name, t, w.expr(x.X), w.expr(x.Y)), text.Postfix
	}
	left, right := w.operand(x.X, text.Prefix), w.operand(x.Y, text.Postfix)
	if _, ok := x.X.(*ir.Lit); ok {
		left = fmt.Sprintf("%s(%s)", t, w.expr(x.X))
	}
	switch {
	case x.Op == token.SHL && k.Signed():
		return fmt.Sprintf("%s(u%s(%s) << %s)", t, kinds[k], w.expr(x.X), right), text.Postfix
	case k.Bits() < 32:
		return fmt.Sprintf("%s(%s %s %s)", t, left, x.Op, right), text.Postfix
	}
	return fmt.Sprintf("%s %s %s", left, x.Op, right), text.Shifts
}

func (w *writer) unary(x *ir.Unary) (string, int) {
	symbol := map[token.Token]string{token.SUB: "-", token.XOR: "~", token.NOT: "!"}[x.Op]
	s := symbol + w.operand(x.X, text.Postfix)
	if k := ir.KindOf(x.Type()); k.Bits() > 0 && k.Bits() < 32 && x.Op != token.NOT {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s), text.Postfix
	}
	return s, text.Prefix
}

func (w *writer) builtin(x *ir.Builtin) string {
	args := text.Each(x.Args, w.expr)
	switch x.Op {
	case ir.OpLen:
		switch t := ir.Under(x.Args[0].Type()).(type) {
		case *ir.Slice:
			return w.operand(x.Args[0], text.Postfix) + ".size()"
		case *ir.Basic:
			return fmt.Sprintf("int64_t(%s.size())", w.operand(x.Args[0], text.Postfix))
		default:
			w.Fail("len of %T", t)
		}
	case ir.OpCap:
		return w.operand(x.Args[0], text.Postfix) + ".room()"
	case ir.OpMin:
		return text.Folded("std::min<"+w.typ(x.Type())+">", args)
	case ir.OpMax:
		return text.Folded("std::max<"+w.typ(x.Type())+">", args)
	case ir.OpAppend:
		return text.Folded("append", args)
	case ir.OpAppendAll:
		return fmt.Sprintf("appendAll(%s, %s)", args[0], args[1])
	case ir.OpCopy:
		return fmt.Sprintf("copyTo(%s, %s)", args[0], args[1])
	case ir.OpMake:
		return fmt.Sprintf("makeSlice<%s>(%s)", w.typ(ir.Elem(x.Type())), strings.Join(args, ", "))
	case ir.OpJoin:
		return "(" + w.concatenated(args) + ")"
	case ir.OpJoinError:
		return fmt.Sprintf("errorOf(%s)", w.concatenated(args))
	}
	return fmt.Sprintf("%s(%s)", w.name(x.Op), strings.Join(args, ", "))
}

// name is the name of the function for an operation.
func (w *writer) name(op ir.Op) string {
	w.networked = w.networked || op.Networked()
	return op.CPP()
}

// concatenated is a concatenation; its first operand becomes a std::string.
func (w *writer) concatenated(args []string) string {
	if len(args) == 0 {
		return "std::string()"
	}
	if len(args) == 1 {
		return args[0]
	}
	return "std::string(" + args[0] + ") + " + strings.Join(args[1:], " + ")
}

// literal is a constant with the suffix that its type needs.
func (w *writer) literal(v constant.Value, t ir.Type) string {
	switch kind := ir.KindOf(t); kind {
	case ir.Bool:
		return v.String()
	case ir.String:
		if s := constant.StringVal(v); strings.Contains(s, "\x00") {
			return fmt.Sprintf("std::string(%s, %d)", quoted(s), len(s))
		}
		return quoted(constant.StringVal(v))
	case ir.Float64:
		return text.Float(v)
	case ir.Uint64, ir.Uint32:
		n, _ := constant.Uint64Val(constant.ToInt(v))
		suffix := "u"
		if n > math.MaxUint32 {
			suffix = "ULL"
		}
		if n > 1<<16 {
			return fmt.Sprintf("0x%x%s", n, suffix)
		}
		return fmt.Sprint(n)
	default:
		n, ok := constant.Int64Val(constant.ToInt(v))
		if !ok {
			w.Fail("the constant %s", v)
		}
		switch {
		case n == math.MinInt64:
			return "(-9223372036854775807LL - 1)"
		case n > math.MaxInt32 || n < -math.MaxInt32:
			return fmt.Sprintf("%dLL", n)
		}
		return fmt.Sprint(n)
	}
}

// quoted is a literal of chars. \? keeps trigraphs away.
func quoted(s string) string {
	return text.Quoted(s, map[byte]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '?': `\?`}, `\%03o`)
}

func (w *writer) structLit(x *ir.StructLit) string {
	s := ir.Under(x.Type()).(*ir.Struct)
	fields, given := make([]string, len(x.Fields)), false
	for i, f := range x.Fields {
		if fields[i] = w.zero(s.Fields[i].Type); f != nil {
			fields[i], given = w.braced(f), true
		}
	}
	if !given {
		return w.zero(x.Type())
	}
	return fmt.Sprintf("%s{%s}", w.typ(x.Type()), strings.Join(fields, ", "))
}

// braced is a value inside braces, where C++ refuses narrowing conversions.
func (w *writer) braced(x ir.Expr) string {
	s := w.expr(x)
	k := ir.KindOf(x.Type())
	if b, ok := x.(*ir.Binary); ok && k.Bits() > 0 && k.Bits() < 32 && text.Bitwise(b.Op) {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s)
	}
	return s
}

func (w *writer) listLit(x *ir.ListLit) string {
	elem := ir.Elem(x.Type())
	values := text.Each(x.Given(), func(e ir.Expr) string { return text.Or(e, w.braced, w.zero(elem)) })
	list := text.Wrapped(values)
	if _, ok := ir.Under(x.Type()).(*ir.Slice); ok {
		return fmt.Sprintf("listOf<%s>({%s})", w.typ(elem), list)
	}
	if len(values) == 0 {
		return w.typ(x.Type()) + "()"
	}
	return fmt.Sprintf("%s{{%s}}", w.typ(x.Type()), list)
}
