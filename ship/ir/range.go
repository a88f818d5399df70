package ir

import (
	"go/constant"
	"go/token"
	"math/big"
)

// Range is the least and the greatest value that an integer can have.
type Range struct{ Low, High *big.Int }

// Ranges bounds integers and remembers the bounds of functions.
type Ranges struct {
	known map[*Func]*Range
	vars  map[*Var]Range
}

// NewRanges returns a Ranges that knows nothing yet.
func NewRanges() *Ranges { return &Ranges{map[*Func]*Range{}, map[*Var]Range{}} }

// Bound notes that a variable is always within a range.
func (rs *Ranges) Bound(v *Var, r Range) { rs.vars[v] = r }

// Span is the range from low to high.
func Span(low, high int64) Range { return Range{big.NewInt(low), big.NewInt(high)} }

// OfKind is the range of all values of an integer kind.
func OfKind(k Kind) Range {
	one := big.NewInt(1)
	if k.Signed() {
		high := new(big.Int).Lsh(one, uint(k.Bits()-1))
		return Range{new(big.Int).Neg(high), new(big.Int).Sub(high, one)}
	}
	return Range{new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(k.Bits())), one)}
}

// Within reports whether r lies in o.
func (r Range) Within(o Range) bool { return r.Low.Cmp(o.Low) >= 0 && r.High.Cmp(o.High) <= 0 }

// Natural reports whether no value is negative.
func (r Range) Natural() bool { return r.Low.Sign() >= 0 }

// Below reports whether all values are below n.
func (r Range) Below(n int64) bool { return r.High.Cmp(big.NewInt(n)) < 0 }

// Of bounds the value of an integer expression.
func (rs *Ranges) Of(x Expr) Range {
	all := OfKind(KindOf(x.Type()))
	raw, ok := rs.Raw(x)
	if !ok || !raw.Within(all) {
		return all
	}
	return raw
}

// Raw bounds the value that an expression would have if its outermost operator
// could not overflow; ok is false where nothing is known.
func (rs *Ranges) Raw(x Expr) (r Range, ok bool) {
	switch x := x.(type) {
	case *Lit:
		return exactly(x.Value)
	case *ConstRef:
		return exactly(x.Const.Value)
	case *VarRef:
		if r, ok := rs.vars[x.Var]; ok {
			return r, true
		}
		if x.Var.Only != nil && KindOf(x.Var.Only.Type()).Bits() > 0 {
			return rs.Of(x.Var.Only), true
		}
	case *Call:
		return rs.ofFunc(x.Func)
	case *Builtin:
		return rs.ofBuiltin(x)
	case *Unary:
		if x.Op == token.SUB {
			a := rs.Of(x.X)
			return Range{new(big.Int).Neg(a.High), new(big.Int).Neg(a.Low)}, true
		}
	case *Convert:
		if KindOf(x.X.Type()).Bits() > 0 {
			return rs.Of(x.X), true
		}
	case *Binary:
		return rs.ofBinary(x)
	}
	return r, false
}

func exactly(v constant.Value) (Range, bool) {
	if v.Kind() != constant.Int {
		return Range{}, false
	}
	n, ok := new(big.Int).SetString(v.ExactString(), 10)
	return Range{n, n}, ok
}

// ofFunc joins the ranges of all values that a function returns.
func (rs *Ranges) ofFunc(f *Func) (Range, bool) {
	if r, ok := rs.known[f]; ok {
		if r == nil {
			return Range{}, false
		}
		return *r, true
	}
	rs.known[f] = nil
	var all *Range
	Stmts(f.Body, func(s Stmt) {
		ret, ok := s.(*Return)
		if !ok || len(ret.X) != 1 || KindOf(ret.X[0].Type()).Bits() == 0 {
			return
		}
		one := rs.Of(ret.X[0])
		if all == nil {
			all = &one
		} else {
			*all = Range{least(all.Low, one.Low), greatest(all.High, one.High)}
		}
	})
	if all == nil || KindOf(f.Result).Bits() == 0 {
		return Range{}, false
	}
	rs.known[f] = all
	return *all, true
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func greatest(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

func (rs *Ranges) ofBuiltin(x *Builtin) (Range, bool) {
	switch x.Op {
	case OpLen, OpCap, OpCopy:
		return Span(0, 1<<40), true
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
		return Span(0, 64), true
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
