package cpp

import (
	"fmt"
	"go/token"

	"evolab/ship/ir"
)

// Levels of precedence, from weak to strong. Operators that people mix up get
// parentheses even where C++ needs none.
const (
	loosest = iota
	logicOr
	logicAnd
	compare
	bitOps // |, ^ and &, never mixed without parentheses
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
	s, level := w.side(x.X, x.Op, false), levels[x.Op]
	if x.Op == token.AND_NOT {
		s, level = s+" & ~"+w.operand(x.Y, prefix), bitOps
	} else {
		s += " " + x.Op.String() + " " + w.side(x.Y, x.Op, true)
	}
	if k.Bits() > 0 && k.Bits() < 32 && !(bitwise[x.Op] && !k.Signed()) {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s), postfix
	}
	return s, level
}

// bitwise are the operators whose results fit the width of their operands.
var bitwise = map[token.Token]bool{token.AND: true, token.OR: true, token.XOR: true, token.AND_NOT: true}

// side is an operand of an operator, in parentheses if C++ or a reader needs
// them.
func (w *writer) side(x ir.Expr, op token.Token, right bool) string {
	s, level := w.leveled(x)
	b, ok := x.(*ir.Binary)
	var bare bool
	if ok && level != postfix {
		bare = !right && regroups(b.Op, op) || clearlyStronger(level, op)
	} else {
		bare = level >= prefix || level > levels[op] && levels[op] != bitOps
	}
	if bare {
		return s
	}
	return "(" + s + ")"
}

// regroups reports whether an operator needs no parentheses on the left of
// another: equal operators, and sums of sums.
func regroups(inner, outer token.Token) bool {
	switch outer {
	case token.AND_NOT, token.SHL, token.SHR:
		return false
	}
	return inner == outer || levels[inner] == sums && levels[outer] == sums
}

// clearlyStronger reports whether an operator of a level binds more strongly
// than another, and readers know it.
func clearlyStronger(level int, outer token.Token) bool {
	switch {
	case level <= levels[outer], level == bitOps, level == shifts, levels[outer] == bitOps:
		return false
	}
	return outer != token.LOR || level != logicAnd
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
