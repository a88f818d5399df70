package ir

import (
	"go/constant"
	"go/token"
	"math/big"
)

// Range is the least and the greatest value that an integer can have.
type Range struct{ Low, High *big.Int }

// Ranges bounds integers and remembers the bounds of functions.
type Ranges struct{ known map[*Func]*Range }

// NewRanges returns a Ranges that knows nothing yet.
func NewRanges() *Ranges { return &Ranges{map[*Func]*Range{}} }

func span(low, high int64) Range { return Range{big.NewInt(low), big.NewInt(high)} }

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
