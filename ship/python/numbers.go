package python

import (
	"fmt"
	"go/token"
	"strings"

	"evolab/ship/ir"
)

// Python's integers have no width. A value that is stored is always the one that
// Go would have. A term in between may be loose: right in the low bits, as many
// as its type has, and arbitrary above, as long as the next operation depends on
// the low bits only.

// masked is a term with a mask of all bits of a kind.
func masked(t term, k ir.Kind) term {
	return term{t.in(sums+1) + " & 0x" + strings.Repeat("F", k.Bits()/4), bitAnd}
}

// loose is an expression of which only the low bits count.
func (w *writer) loose(x ir.Expr) term {
	k := ir.KindOf(x.Type())
	switch x := x.(type) {
	case *ir.Binary:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR:
			return w.infix(x.Op, w.loose(x.X), w.loose(x.Y))
		case token.AND_NOT:
			return w.andNot(w.loose(x.X), w.loose(x.Y))
		case token.SHL:
			return w.infix(x.Op, w.loose(x.X), w.term(x.Y))
		}
	case *ir.Unary:
		if x.Op == token.SUB {
			return term{"-" + w.loose(x.X).in(postfix), prefix}
		}
		return term{"~" + w.loose(x.X).in(postfix), prefix}
	case *ir.Convert:
		from := ir.KindOf(x.X.Type())
		if from.Bits() >= k.Bits() {
			return w.loose(x.X)
		}
		if from.Bits() > 0 {
			return w.term(x.X)
		}
	}
	return w.term(x)
}

func (w *writer) andNot(left, right term) term {
	return term{left.in(bitAnd) + " & ~" + right.in(postfix), bitAnd}
}

// exact is an integer operation with the value that it has in Go.
func (w *writer) exact(x *ir.Binary) term {
	k := ir.KindOf(x.Type())
	switch x.Op {
	case token.QUO, token.REM:
		// Go truncates towards 0, Python rounds down.
		a, b := w.ranges.Of(x.X), w.ranges.Of(x.Y)
		if a.Natural() && b.Natural() {
			return w.infix(x.Op, w.term(x.X), w.term(x.Y))
		}
		name := map[token.Token]string{token.QUO: "quotient", token.REM: "remainder"}[x.Op]
		return term{fmt.Sprintf("%s(%s, %s)", name, w.expr(x.X), w.expr(x.Y)), postfix}
	case token.SHR, token.OR, token.XOR:
		return w.infix(x.Op, w.term(x.X), w.term(x.Y))
	case token.AND:
		// It needs one exact operand: the one that needs no mask.
		left, right, loose := w.term(x.X), w.term(x.Y), w.loose(x.X)
		if k.Signed() {
			return w.infix(x.Op, left, right)
		}
		if left.text != loose.text && right.text == w.loose(x.Y).text {
			return w.infix(x.Op, loose, right)
		}
		return w.infix(x.Op, left, w.loose(x.Y))
	case token.AND_NOT:
		return w.andNot(w.term(x.X), w.looseSide(x.Y, k))
	case token.SHL:
		if !w.fits(x) && k.Signed() {
			return wrap(w.infix(x.Op, w.term(x.X), w.term(x.Y)), k)
		}
	}
	if k.Signed() || w.fits(x) {
		return w.infix(x.Op, w.term(x.X), w.term(x.Y))
	}
	return masked(w.loose(x), k)
}

// looseSide is the operand of & whose other side is an exact unsigned number.
func (w *writer) looseSide(x ir.Expr, k ir.Kind) term {
	if k.Signed() {
		return w.term(x)
	}
	return w.loose(x)
}

// fits reports whether the result of an operation needs no mask.
func (w *writer) fits(x ir.Expr) bool {
	raw, ok := w.ranges.Raw(x)
	return ok && raw.Within(ir.OfKind(ir.KindOf(x.Type())))
}

func (w *writer) exactConvert(x *ir.Convert) term {
	k := ir.KindOf(x.Type())
	if w.ranges.Of(x.X).Within(ir.OfKind(k)) {
		return w.term(x.X)
	}
	if k.Signed() {
		return wrap(w.term(x.X), k)
	}
	if ir.KindOf(x.X.Type()).Bits() < k.Bits() {
		return masked(w.term(x.X), k)
	}
	return masked(w.loose(x.X), k)
}

// wrap is the low bits of a number as a signed number.
func wrap(t term, k ir.Kind) term {
	return term{fmt.Sprintf("signed%d(%s)", k.Bits(), t.text), postfix}
}
