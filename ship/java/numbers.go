package java

import (
	"fmt"
	"go/constant"
	"go/token"
	"math"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// ints is the range of Java's int.
func ints() ir.Range { return ir.Span(math.MinInt32, math.MaxInt32) }

// fitsInt reports whether a value of a kind is an int as a number.
func fitsInt(r ir.Range, k ir.Kind) bool { return r.Within(ints()) && r.Within(ir.OfKind(k)) }

// natural reports whether Java's signed type has the value of an unsigned number.
func (w *writer) natural(x ir.Expr) bool {
	r := w.ranges.Of(x)
	if ir.KindOf(x.Type()).Bits() == 64 {
		return r.Natural() && r.Below(math.MaxInt64)
	}
	return r.Natural() && r.Below(1<<31)
}

func masked(s, mask string) term {
	s += " & " + mask
	return term{text: "(" + s + ")", level: text.Postfix, bare: s}
}

// mask is all bits of a narrow unsigned kind.
func mask(k ir.Kind) string { return "0x" + strings.Repeat("f", k.Bits()/4) }

func cast(to string, t term) term {
	return term{text: "(" + to + ") " + t.in(text.Prefix), level: text.Prefix}
}

// long is a term of 64 bits as a long.
func long(t term) term {
	if t.small {
		return cast("long", t)
	}
	return t
}

// wide is a whole number as a long with its value, or as an int with it.
func (w *writer) wide(x ir.Expr) string {
	if ir.KindOf(x.Type()) == ir.Uint32 && !w.natural(x) {
		return w.operand(x, text.Products) + " & 0xffffffffL"
	}
	return w.expr(x)
}

func (w *writer) arithmetic(x *ir.Binary, k ir.Kind) term {
	if x.Op == token.SHL || x.Op == token.SHR {
		return w.shift(x, k)
	}
	a, b := w.term(x.X), w.term(x.Y)
	small := false
	if k.Bits() == 64 && a.small && b.small {
		raw, ok := w.ranges.Raw(x)
		if small = ok && fitsInt(raw, k); !small {
			a = long(a)
		}
	}
	if x.Op == token.QUO || x.Op == token.REM {
		if !k.Signed() && k.Bits() >= 32 && !(w.natural(x.X) && w.natural(x.Y)) {
			class := map[int]string{32: "Integer", 64: "Long"}[k.Bits()]
			name := map[token.Token]string{token.QUO: "divideUnsigned", token.REM: "remainderUnsigned"}[x.Op]
			return call("%s.%s(%s, %s)", class, name, a.text, b.text)
		}
	}
	var t term
	if x.Op == token.AND_NOT {
		t = term{text: text.Side(x.X, a.text, a.level, x.Op, false) + " & ~" + b.in(text.Prefix), level: text.BitOps}
	} else {
		t = w.infix(x, a, b, x.Op.String())
	}
	t.small = small
	if text.Bitwise(x.Op) || x.Op == token.QUO || x.Op == token.REM {
		if !k.Signed() {
			return t
		}
	}
	return w.wrapped(x, t, k)
}

// wrapped is the result of an operation in the width of its kind.
func (w *writer) wrapped(x ir.Expr, t term, k ir.Kind) term {
	if k.Bits() >= 32 {
		return t
	}
	if k.Signed() {
		return cast(kinds[k], t)
	}
	if raw, ok := w.ranges.Raw(x); ok && raw.Within(ir.OfKind(k)) {
		return t
	}
	return masked(t.in(text.Products), mask(k))
}

func (w *writer) shift(x *ir.Binary, k ir.Kind) term {
	a, r := w.term(x.X), w.ranges.Of(x.Y)
	width := int64(max(k.Bits(), 32))
	fits := r.Natural() && r.Below(width)
	symbol, name := "<<", "shl"
	if x.Op == token.SHR {
		symbol, name = ">>", "shr"
		if !k.Signed() && k.Bits() >= 32 {
			symbol = ">>>"
		}
		if !k.Signed() {
			name = "ushr"
		}
	}
	small := false
	if a.small {
		raw, ok := w.ranges.Raw(x)
		if small = ok && fitsInt(raw, k) && r.Natural() && r.Below(32); !small {
			a = long(a)
		}
	}
	if !fits {
		t := call("%s%d(%s, %s)", name, width, a.text, w.wide(x.Y))
		if x.Op == token.SHR && !k.Signed() {
			return t
		}
		return w.wrapped(x, t, k)
	}
	t := w.infix(x, a, w.term(x.Y), symbol)
	t.small = small
	if x.Op == token.SHR && !k.Signed() {
		return t
	}
	return w.wrapped(x, t, k)
}

func (w *writer) unary(x *ir.Unary) term {
	a, k := w.term(x.X), ir.KindOf(x.Type())
	symbol := map[token.Token]string{token.SUB: "-", token.XOR: "~", token.NOT: "!"}[x.Op]
	small := false
	if a.small {
		raw, ok := w.ranges.Raw(x)
		if small = x.Op == token.SUB && ok && fitsInt(raw, k) || x.Op == token.XOR && k.Signed(); !small {
			a = long(a)
		}
	}
	t := term{text: symbol + a.in(text.Postfix), level: text.Prefix, small: small}
	switch {
	case k.Bits() == 0 || k.Bits() >= 32:
		return t
	case k.Signed():
		return cast(kinds[k], t)
	}
	return masked(t.in(text.Products), mask(k))
}

// extreme is the least or the greatest of several numbers.
func (w *writer) extreme(x *ir.Builtin) term {
	k := ir.KindOf(x.Type())
	name := map[ir.Op]string{ir.OpMin: "Math.min", ir.OpMax: "Math.max"}[x.Op]
	small, natural := k.Bits() == 64, true
	for _, a := range x.Args {
		small = small && w.term(a).small
		natural = natural && (k.Signed() || k.Bits() < 32 || w.natural(a))
	}
	if !natural {
		name = map[ir.Op]string{ir.OpMin: "minUnsigned", ir.OpMax: "maxUnsigned"}[x.Op]
		small = false
	}
	t := call("%s", text.Folded(name, text.Each(x.Args, w.expr)))
	t.small = small
	if k == ir.Int8 || k == ir.Int16 {
		return cast(kinds[k], t)
	}
	return t
}

func (w *writer) convert(x *ir.Convert) term {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return call("textOf(%s)", w.expr(x.X))
	case from == ir.String && to == ir.Void:
		if lit, ok := x.X.(*ir.Lit); ok {
			return call("%s", bytes(constant.StringVal(lit.Value)))
		}
		return call("bytesOf(%s)", w.expr(x.X))
	case to == ir.Float64 && from.Bits() > 0:
		if from == ir.Uint64 && !w.natural(x.X) {
			return call("unsignedToDouble(%s)", w.expr(x.X))
		}
		if from == ir.Uint32 && !w.natural(x.X) {
			return term{text: fmt.Sprintf("(double) (%s)", w.wide(x.X)), level: text.Prefix}
		}
		return cast("double", w.term(x.X))
	case to.Bits() > 0 && from == ir.Float64:
		t := cast("long", w.term(x.X))
		return w.resized(x, t, to, ir.Int64)
	case to.Bits() > 0 && from.Bits() > 0:
		return w.resized(x, w.term(x.X), to, from)
	}
	return w.term(x.X)
}

// resized is a whole number of one kind as another.
func (w *writer) resized(x *ir.Convert, t term, to, from ir.Kind) term {
	r := ir.OfKind(from)
	if ir.KindOf(x.X.Type()) == from {
		r = w.ranges.Of(x.X)
	}
	isInt := t.small || from.Bits() < 64
	switch {
	case to.Bits() == 64 && from == ir.Uint32 && !r.Below(1<<31):
		s := t.in(text.Products) + " & 0xffffffffL"
		return term{text: "(" + s + ")", level: text.Postfix, bare: s}
	case to.Bits() == 64 && from.Bits() < 64:
		t.small = true
		if !r.Natural() && !to.Signed() {
			return long(t)
		}
		return t
	case to.Bits() == 64:
		if t.small && !r.Natural() && !to.Signed() {
			return long(t)
		}
		return t
	case to.Bits() == 32:
		if isInt {
			t.small = false
			return t
		}
		return cast("int", t)
	case to.Signed():
		return cast(kinds[to], t)
	}
	if !isInt {
		t = cast("int", t)
	}
	t.small = false
	if r.Within(ir.OfKind(to)) {
		return t
	}
	return masked(t.in(text.Products), mask(to))
}

// constType is the type of a named constant: an int where the value is one.
func (w *writer) constType(c *ir.Const) string {
	if w.literal(c.Value, c.Type).small {
		return "int"
	}
	return w.typ(c.Type)
}

// constant is a named constant, which may have another type than it was declared
// with.
func (w *writer) constant(x *ir.ConstRef) term {
	t := call("%s", w.id(x.Const.Name))
	t.small = w.literal(x.Const.Value, x.Const.Type).small
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.Const.Type)
	if to == from || to.Bits() == 0 && to != ir.Float64 || from.Bits() == 0 {
		return t
	}
	if to == ir.Float64 {
		return cast("double", t)
	}
	return w.literal(constant.ToInt(x.Const.Value), x.Type())
}

func (w *writer) whole(v constant.Value, k ir.Kind) term {
	v = constant.ToInt(v)
	if u, ok := constant.Uint64Val(v); ok && !k.Signed() {
		switch {
		case u > math.MaxInt32 && k == ir.Uint64:
			return call("0x%xL", u)
		case u > 1<<16:
			return term{text: fmt.Sprintf("0x%x", u), level: text.Postfix, small: k == ir.Uint64}
		}
		return term{text: fmt.Sprint(u), level: text.Postfix, small: k == ir.Uint64}
	}
	n, ok := constant.Int64Val(v)
	if !ok {
		w.Fail("the constant %s", v)
	}
	switch {
	case k == ir.Int8 || k == ir.Int16:
		return term{text: fmt.Sprintf("(%s) %d", kinds[k], n), level: text.Prefix}
	case n > math.MaxInt32 || n < math.MinInt32:
		return signed(fmt.Sprintf("%dL", n))
	}
	t := signed(fmt.Sprint(n))
	t.small = k.Bits() == 64
	return t
}
