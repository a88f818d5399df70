package ir

import (
	"go/token"
	"math/big"
)

func (rs *Ranges) ofBuiltin(x *Builtin) (Range, bool) {
	switch x.Op {
	case OpLen, OpCap, OpCopy:
		return span(0, 1<<40), true
	case OpMin, OpMax:
		all := rs.Of(x.Args[0])
		for _, a := range x.Args[1:] {
			b := rs.Of(a)
			if x.Op == OpMin {
				all = Range{least(all.Low, b.Low), least(all.High, b.High)}
			} else {
				all = Range{greatest(all.Low, b.Low), greatest(all.High, b.High)}
			}
		}
		return all, true
	}
	if x.Op.CountsBits() {
		return span(0, 64), true
	}
	return Range{}, false
}

func (rs *Ranges) ofBinary(x *Binary) (Range, bool) {
	a, b := rs.Of(x.X), rs.Of(x.Y)
	switch x.Op {
	case token.ADD:
		return Range{new(big.Int).Add(a.Low, b.Low), new(big.Int).Add(a.High, b.High)}, true
	case token.SUB:
		return Range{new(big.Int).Sub(a.Low, b.High), new(big.Int).Sub(a.High, b.Low)}, true
	case token.MUL:
		return corners(a, b, func(p, q *big.Int) *big.Int { return new(big.Int).Mul(p, q) }), true
	case token.AND:
		return ofAnd(a, b)
	}
	if !a.Natural() && x.Op != token.SHL && x.Op != token.SHR || !b.Natural() && x.Op != token.AND_NOT {
		return Range{}, false
	}
	switch x.Op {
	case token.AND_NOT:
		return Range{new(big.Int), a.High}, true
	case token.OR, token.XOR:
		bits := uint(max(a.High.BitLen(), b.High.BitLen()))
		high := new(big.Int).Lsh(big.NewInt(1), bits)
		return Range{new(big.Int), high.Sub(high, big.NewInt(1))}, true
	case token.SHL, token.SHR:
		return ofShift(x.Op, a, b)
	case token.QUO, token.REM:
		return ofDivision(x.Op, a, b)
	}
	return Range{}, false
}

// ofShift bounds a shift by a count that is never negative.
func ofShift(op token.Token, a, b Range) (Range, bool) {
	if op == token.SHL {
		if !b.Below(65) {
			return Range{}, false
		}
		return corners(a, b, func(p, q *big.Int) *big.Int { return new(big.Int).Lsh(p, uint(q.Int64())) }), true
	}
	if !b.Below(200) {
		b.High = big.NewInt(200)
		b.Low = least(b.Low, b.High)
	}
	return corners(a, b, func(p, q *big.Int) *big.Int { return new(big.Int).Rsh(p, uint(q.Int64())) }), true
}

// ofDivision bounds a quotient or a remainder of numbers that are never negative.
func ofDivision(op token.Token, a, b Range) (Range, bool) {
	if b.Low.Sign() == 0 {
		return Range{}, false
	}
	if op == token.QUO {
		return Range{new(big.Int), new(big.Int).Quo(a.High, b.Low)}, true
	}
	return Range{new(big.Int), new(big.Int).Sub(b.High, big.NewInt(1))}, true
}

func ofAnd(a, b Range) (Range, bool) {
	switch {
	case a.Natural() && b.Natural():
		return Range{new(big.Int), least(a.High, b.High)}, true
	case a.Natural():
		return Range{new(big.Int), a.High}, true
	case b.Natural():
		return Range{new(big.Int), b.High}, true
	}
	return Range{}, false
}

// corners is the range of an operation that is monotonic in each operand.
func corners(a, b Range, op func(p, q *big.Int) *big.Int) Range {
	first := op(a.Low, b.Low)
	r := Range{first, first}
	for _, v := range []*big.Int{op(a.Low, b.High), op(a.High, b.Low), op(a.High, b.High)} {
		r = Range{least(r.Low, v), greatest(r.High, v)}
	}
	return r
}
