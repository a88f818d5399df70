package text

import (
	"fmt"
	"go/constant"
	"go/token"
	"strconv"
	"strings"

	"evolab/ship/ir"
)

// Levels of precedence of C's family, from weak to strong. Operators that people
// mix up get parentheses even where the language needs none.
const (
	Loosest = iota
	LogicOr
	LogicAnd
	Compare
	BitOps // |, ^ and &, never mixed without parentheses
	Shifts
	Sums
	Products
	Prefix
	Postfix
)

// Level is the level of an operator.
func Level(op token.Token) int { return levels[op] }

var levels = map[token.Token]int{
	token.LOR: LogicOr, token.LAND: LogicAnd,
	token.EQL: Compare, token.NEQ: Compare, token.LSS: Compare, token.LEQ: Compare, token.GTR: Compare, token.GEQ: Compare,
	token.OR: BitOps, token.XOR: BitOps, token.AND: BitOps, token.AND_NOT: BitOps,
	token.SHL: Shifts, token.SHR: Shifts, token.ADD: Sums, token.SUB: Sums,
	token.MUL: Products, token.QUO: Products, token.REM: Products,
}

// Bitwise reports whether the results of an operator fit the width of its operands.
func Bitwise(op token.Token) bool {
	switch op {
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		return true
	}
	return false
}

// Side is an operand of an operator, in parentheses if the language or a reader
// needs them. Its text is s, with an outermost operator of a level.
func Side(x ir.Expr, s string, level int, op token.Token, right bool) string {
	b, ok := x.(*ir.Binary)
	var bare bool
	if ok && level != Postfix {
		bare = !right && regroups(b.Op, op) || clearlyStronger(level, op)
	} else {
		bare = level >= Prefix || level > levels[op] && levels[op] != BitOps
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
	return inner == outer || levels[inner] == Sums && levels[outer] == Sums
}

// clearlyStronger reports whether an operator of a level binds more strongly
// than another, and readers know it.
func clearlyStronger(level int, outer token.Token) bool {
	switch {
	case level <= levels[outer], level == BitOps, level == Shifts, levels[outer] == BitOps:
		return false
	}
	return outer != token.LOR || level != LogicAnd
}

// Folded applies a function of two operands from left to right.
func Folded(name string, args []string) string {
	s := args[0]
	for _, a := range args[1:] {
		s = fmt.Sprintf("%s(%s, %s)", name, s, a)
	}
	return s
}

// Float is a floating-point constant, which every language reads alike.
func Float(v constant.Value) string {
	f, _ := constant.Float64Val(v)
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".en") {
		s += ".0"
	}
	return s
}
