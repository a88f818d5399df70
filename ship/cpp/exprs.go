package cpp

import (
	"fmt"
	"go/token"
	"strings"

	"evolab/ship/ir"
)

// How strongly operators bind, from weak to strong. Those between which people
// err get parentheses even where C++ needs none.
const (
	loosest = iota
	logicOr
	logicAnd
	compare
	bitOps // |, ^ and &, never without parentheses beside another one
	shifts
	sums
	products
	prefix
	postfix
)

var levels = map[token.Token]int{
	token.LOR: logicOr, token.LAND: logicAnd,
	token.EQL: compare, token.NEQ: compare, token.LSS: compare, token.LEQ: compare, token.GTR: compare, token.GEQ: compare,
	token.OR: bitOps, token.XOR: bitOps, token.AND: bitOps, token.AND_NOT: bitOps,
	token.SHL: shifts, token.SHR: shifts, token.ADD: sums, token.SUB: sums,
	token.MUL: products, token.QUO: products, token.REM: products,
}

var symbols = map[token.Token]string{token.AND_NOT: "& ~"}

var updates = map[token.Token]string{
	token.ADD: "+=", token.SUB: "-=", token.MUL: "*=", token.QUO: "/=", token.REM: "%=", token.AND: "&=", token.OR: "|=",
	token.XOR: "^=", token.SHL: "<<=", token.SHR: ">>=", token.AND_NOT: "&= ~",
}

func (w *writer) expr(x ir.Expr) string {
	s, _ := w.leveled(x)
	return s
}

// operand is an expression below an operator that binds so strongly.
func (w *writer) operand(x ir.Expr, level int) string {
	s, own := w.leveled(x)
	if own < level {
		return "(" + s + ")"
	}
	return s
}

// leveled is an expression and how strongly its outermost operator binds.
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

// primary is an expression without an operator of its own.
func (w *writer) primary(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.ConstRef:
		return w.constRef(x)
	case *ir.VarRef:
		return x.Var.Name
	case *ir.FuncRef:
		if x.Func.External {
			return w.name(x.Func.Name)
		}
		return x.Func.Name
	case *ir.Zero:
		return w.zero(x.Type())
	case *ir.FieldOf:
		return w.field(x)
	case *ir.IndexOf:
		return w.index(x)
	case *ir.SliceOf:
		return w.slice(x)
	case *ir.Call:
		return fmt.Sprintf("%s(%s)", x.Func.Name, strings.Join(w.each2(x.Args), ", "))
	case *ir.CallValue:
		return fmt.Sprintf("%s(%s)", w.operand(x.Fun, postfix), strings.Join(w.each2(x.Args), ", "))
	case *ir.Builtin:
		return w.builtin(x)
	case *ir.StructLit:
		return w.structLit(x)
	case *ir.ListLit:
		return w.listLit(x)
	}
	w.fail("expression %T", x)
	return "?"
}

func (w *writer) field(x *ir.FieldOf) string {
	if d, ok := x.X.(*ir.Deref); ok {
		return w.operand(d.X, postfix) + "->" + x.Field.Name
	}
	if a, ok := x.X.(*ir.AddressOf); ok {
		return w.operand(a.X, postfix) + "." + x.Field.Name
	}
	if ir.Pointee(x.X.Type()) != nil {
		return w.operand(x.X, postfix) + "->" + x.Field.Name
	}
	return w.operand(x.X, postfix) + "." + x.Field.Name
}

func (w *writer) index(x *ir.IndexOf) string {
	list := w.list2(x.X)
	if ir.KindOf(x.X.Type()) == ir.String {
		return fmt.Sprintf("uint8_t(%s[%s])", list, w.expr(x.Index))
	}
	return fmt.Sprintf("%s[%s]", list, w.expr(x.Index))
}

// list2 is a list, or the array behind a pointer.
func (w *writer) list2(x ir.Expr) string {
	if p := ir.Pointee(x.Type()); p != nil {
		return w.operand(&ir.Deref{Typed: ir.Of(p), X: x}, postfix)
	}
	return w.operand(x, postfix)
}

// slice is a part of a list; cut takes the end as -1 where it is left out.
func (w *writer) slice(x *ir.SliceOf) string {
	low, high := "0", "-1"
	if x.Low != nil {
		low = w.expr(x.Low)
	}
	if x.High != nil {
		high = w.expr(x.High)
	}
	return fmt.Sprintf("cut(%s, %s, %s)", w.list2(x.X), low, high)
}

// natural reports whether C++ computes an operation in the width of its type.
func (w *writer) natural(x *ir.Binary) bool {
	k := ir.KindOf(x.Type())
	if k == ir.Float64 || k == ir.Bool {
		return true
	}
	switch x.Op {
	case token.SHL:
		return k.Bits() >= 32 && !k.Signed() && w.shiftFits(x)
	case token.SHR:
		return w.shiftFits(x)
	case token.AND, token.OR, token.XOR, token.AND_NOT, token.QUO, token.REM:
		// The operands' promotion to int changes nothing but the type, which
		// matters where the result is no place of its own.
		return k.Bits() >= 32
	}
	return k.Bits() >= 32
}

// shiftFits reports whether a shift is always by less than the width, which C++
// asks for.
func (w *writer) shiftFits(x *ir.Binary) bool {
	r := w.ranges.Of(x.Y)
	return r.Natural() && r.Below(int64(ir.KindOf(x.Type()).Bits()))
}

func (w *writer) binary(x *ir.Binary) (string, int) {
	k := ir.KindOf(x.Type())
	if x.Op == token.SHL || x.Op == token.SHR {
		return w.shift(x, k)
	}
	s, level := w.plain(x)
	if k.Bits() > 0 && k.Bits() < 32 && !(bitwise[x.Op] && !k.Signed()) {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s), postfix
	}
	return s, level
}

// bitwise are the operators that keep within the width of narrow numbers.
var bitwise = map[token.Token]bool{token.AND: true, token.OR: true, token.XOR: true, token.AND_NOT: true}

// plain is an operation as C++ computes it.
func (w *writer) plain(x *ir.Binary) (string, int) {
	level := levels[x.Op]
	symbol := symbols[x.Op]
	if symbol == "" {
		symbol = x.Op.String()
	}
	left, right := w.side(x.X, x.Op, false), w.side(x.Y, x.Op, true)
	if x.Op == token.AND_NOT {
		return left + " & ~" + w.operand(x.Y, prefix), level
	}
	return left + " " + symbol + " " + right, level
}

// side is an operand of an operator. Equal operators that may be regrouped need
// no parentheses, sums beside products and comparisons beside sums neither.
func (w *writer) side(x ir.Expr, op token.Token, right bool) string {
	s, level := w.leveled(x)
	b, ok := x.(*ir.Binary)
	if !ok || level == postfix {
		if level < prefix && (level <= levels[op] || levels[op] == bitOps) {
			return "(" + s + ")"
		}
		return s
	}
	same := b.Op == op && !right && op != token.AND_NOT && op != token.SHL && op != token.SHR
	sums2 := level == sums && levels[op] == sums && !right
	stronger := level > levels[op] && level != bitOps && level != shifts && levels[op] != bitOps && !(op == token.LOR && level == logicAnd)
	if same || sums2 || stronger {
		return s
	}
	return "(" + s + ")"
}

func (w *writer) shift(x *ir.Binary, k ir.Kind) (string, int) {
	t := w.typ(x.Type())
	if !w.shiftFits(x) {
		name := map[token.Token]string{token.SHL: "shl", token.SHR: "shr"}[x.Op]
		return fmt.Sprintf("%s<%s>(%s, %s)", name, t, w.expr(x.X), w.expr(x.Y)), postfix
	}
	left, right := w.operand(x.X, prefix), w.operand(x.Y, postfix)
	if _, ok := x.X.(*ir.Lit); ok {
		left = fmt.Sprintf("%s(%s)", t, w.expr(x.X))
	}
	switch {
	case x.Op == token.SHL && k.Signed():
		return fmt.Sprintf("%s(u%s(%s) << %s)", t, kinds[k], w.expr(x.X), right), postfix
	case k.Bits() < 32:
		return fmt.Sprintf("%s(%s %s %s)", t, left, x.Op, right), postfix
	}
	return fmt.Sprintf("%s %s %s", left, x.Op, right), shifts
}

func (w *writer) unary(x *ir.Unary) (string, int) {
	symbol := map[token.Token]string{token.SUB: "-", token.XOR: "~", token.NOT: "!"}[x.Op]
	s := symbol + w.operand(x.X, postfix)
	if k := ir.KindOf(x.Type()); k.Bits() > 0 && k.Bits() < 32 && x.Op != token.NOT {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s), postfix
	}
	return s, prefix
}

func (w *writer) convert(x *ir.Convert) (string, int) {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return fmt.Sprintf("textOf(%s)", w.expr(x.X)), postfix
	case from == ir.String && to == ir.Void:
		return fmt.Sprintf("bytesOf(%s)", w.expr(x.X)), postfix
	case to == from:
		return w.leveled(x.X)
	}
	return fmt.Sprintf("%s(%s)", w.typ(x.Type()), w.expr(x.X)), postfix
}
