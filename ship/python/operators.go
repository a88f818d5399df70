package python

import (
	"go/token"

	"evolab/ship/ir"
)

// Levels of precedence, from weak to strong.
const (
	loosest = iota
	logicOr
	logicAnd
	logicNot
	compare
	bitOr
	bitXor
	bitAnd
	shifts
	sums
	products
	prefix
	postfix
)

var levels = map[token.Token]int{
	token.LOR: logicOr, token.LAND: logicAnd,
	token.EQL: compare, token.NEQ: compare, token.LSS: compare, token.LEQ: compare, token.GTR: compare, token.GEQ: compare,
	token.OR: bitOr, token.XOR: bitXor, token.AND: bitAnd, token.AND_NOT: bitAnd,
	token.SHL: shifts, token.SHR: shifts, token.ADD: sums, token.SUB: sums,
	token.MUL: products, token.QUO: products, token.REM: products,
}

var symbols = map[token.Token]string{
	token.LOR: "or", token.LAND: "and", token.EQL: "==", token.NEQ: "!=", token.LSS: "<", token.LEQ: "<=",
	token.GTR: ">", token.GEQ: ">=", token.OR: "|", token.XOR: "^", token.AND: "&", token.SHL: "<<", token.SHR: ">>",
	token.ADD: "+", token.SUB: "-", token.MUL: "*", token.QUO: "//", token.REM: "%",
}

// term is the text of an expression and the level of its outermost operator.
type term struct {
	text  string
	level int
}

func (t term) in(level int) string {
	if t.level < level {
		return "(" + t.text + ")"
	}
	return t.text
}

func (w *writer) binary(x *ir.Binary) term {
	switch x.Op {
	case token.LOR, token.LAND:
		return w.infix(x.Op, w.term(x.X), w.term(x.Y))
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if z, ok := x.Y.(*ir.Zero); ok && !ir.IsAggregate(z.Type()) {
			op := map[token.Token]string{token.EQL: " is ", token.NEQ: " is not "}[x.Op]
			return term{w.operand(x.X, bitOr) + op + "None", compare}
		}
		left, right := w.term(x.X), w.term(x.Y)
		// Bit operations in a comparison are easier to read in parentheses.
		return term{left.in(sums) + " " + symbols[x.Op] + " " + right.in(sums), compare}
	}
	if ir.KindOf(x.Type()).Bits() > 0 {
		return w.exact(x)
	}
	left, right := w.term(x.X), w.term(x.Y)
	if x.Op == token.QUO {
		return term{left.in(products) + " / " + right.in(prefix), products}
	}
	return w.infix(x.Op, left, right)
}

// infix is an operator between two terms, with parentheses where Python or a
// reader needs them.
func (w *writer) infix(op token.Token, left, right term) term {
	level := levels[op]
	l, r := left.in(level), right.in(level+1)
	if level >= bitOr && level <= shifts {
		if left.level != level || op == token.SHL || op == token.SHR {
			l = left.in(sums + 1)
		}
		r = right.in(sums + 1)
	}
	if op == token.LOR {
		if left.level == logicAnd {
			l = left.in(logicNot)
		}
		r = right.in(logicNot)
	}
	return term{l + " " + symbols[op] + " " + r, level}
}

func (w *writer) unary(x *ir.Unary) term {
	k := ir.KindOf(x.Type())
	switch {
	case x.Op == token.NOT:
		return term{"not " + w.operand(x.X, logicNot), logicNot}
	case k.Bits() == 0 || x.Op == token.SUB && (k.Signed() || w.fits(x)):
		return term{"-" + w.operand(x.X, postfix), prefix}
	case k.Signed():
		return term{"~" + w.operand(x.X, postfix), prefix}
	}
	return masked(w.loose(x), k)
}
