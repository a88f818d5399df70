package ir_test

import (
	"fmt"
	"go/constant"
	"go/token"
	"testing"

	"evolab/ship/ir"
)

// typed is the part of an expression of a kind.
func typed(k ir.Kind) ir.Typed { return ir.Of(&ir.Basic{Kind: k}) }

func lit(n int64, k ir.Kind) ir.Expr {
	return &ir.Lit{Typed: typed(k), Value: constant.MakeInt64(n)}
}

// unknown is a variable that may have any value of its kind.
func unknown(k ir.Kind) ir.Expr {
	return &ir.VarRef{Typed: typed(k), Var: &ir.Var{Name: "x", Type: &ir.Basic{Kind: k}}}
}

func binary(op token.Token, x, y ir.Expr) ir.Expr {
	return &ir.Binary{Typed: ir.Of(x.Type()), Op: op, X: x, Y: y}
}

func builtin(op ir.Op, k ir.Kind, args ...ir.Expr) ir.Expr {
	return &ir.Builtin{Typed: typed(k), Op: op, Args: args}
}

// The bounds of each construct, and where nothing is known those of the type.
func TestRanges(t *testing.T) {
	u8, i8, i64 := unknown(ir.Uint8), unknown(ir.Int8), unknown(ir.Int64)
	text := unknown(ir.String)
	small := binary(token.AND, unknown(ir.Uint64), lit(7, ir.Uint64))
	once := &ir.Var{Name: "once", Type: small.Type(), Only: small}
	returns := &ir.Func{Result: i64.Type(), Body: []ir.Stmt{
		&ir.If{Cond: unknown(ir.Bool), Then: []ir.Stmt{&ir.Return{X: []ir.Expr{lit(-1, ir.Int64)}}}},
		&ir.Return{X: []ir.Expr{lit(5, ir.Int64)}},
	}}
	itself := &ir.Func{Result: i64.Type()}
	callItself := &ir.Call{Typed: typed(ir.Int64), Func: itself}
	itself.Body = []ir.Stmt{&ir.Return{X: []ir.Expr{callItself}}}
	for name, test := range map[string]struct {
		x    ir.Expr
		want string
	}{
		"a literal":                      {lit(-3, ir.Int8), "-3..-3"},
		"a constant":                     {&ir.ConstRef{Typed: typed(ir.Int8), Const: &ir.Const{Value: constant.MakeInt64(9)}}, "9..9"},
		"any uint8":                      {u8, "0..255"},
		"any int8":                       {i8, "-128..127"},
		"any uint64":                     {unknown(ir.Uint64), "0..18446744073709551615"},
		"a variable with one value":      {&ir.VarRef{Typed: typed(ir.Uint64), Var: once}, "0..7"},
		"a sum":                          {binary(token.ADD, small, lit(10, ir.Uint64)), "10..17"},
		"a sum that may wrap":            {binary(token.ADD, u8, lit(1, ir.Uint8)), "0..255"},
		"a difference":                   {binary(token.SUB, lit(100, ir.Uint64), small), "93..100"},
		"a difference that may wrap":     {binary(token.SUB, small, lit(1, ir.Uint64)), "0..18446744073709551615"},
		"a product of any signs":         {binary(token.MUL, convert(i8, ir.Int64), lit(-2, ir.Int64)), "-254..256"},
		"a mask":                         {binary(token.AND, i64, lit(15, ir.Int64)), "0..15"},
		"a mask of any signs":            {binary(token.AND, i8, i8), "-128..127"},
		"bits taken out":                 {binary(token.AND_NOT, small, lit(1, ir.Uint64)), "0..7"},
		"bits joined":                    {binary(token.OR, small, lit(8, ir.Uint64)), "0..15"},
		"a shift to the left":            {binary(token.SHL, lit(1, ir.Uint64), small), "1..128"},
		"a shift to the left by any":     {binary(token.SHL, lit(1, ir.Uint64), unknown(ir.Uint64)), "0..18446744073709551615"},
		"a shift to the right":           {binary(token.SHR, u8, lit(4, ir.Uint64)), "0..15"},
		"a shift to the right by any":    {binary(token.SHR, i8, unknown(ir.Uint64)), "-128..127"},
		"a quotient":                     {binary(token.QUO, u8, lit(10, ir.Uint8)), "0..25"},
		"a quotient by any":              {binary(token.QUO, u8, u8), "0..255"},
		"a remainder":                    {binary(token.REM, u8, lit(10, ir.Uint8)), "0..9"},
		"a remainder of any sign":        {binary(token.REM, i8, lit(10, ir.Int8)), "-128..127"},
		"a negation":                     {&ir.Unary{Typed: typed(ir.Int64), Op: token.SUB, X: convert(u8, ir.Int64)}, "-255..0"},
		"a negation that may wrap":       {&ir.Unary{Typed: typed(ir.Int8), Op: token.SUB, X: i8}, "-128..127"},
		"a wider number":                 {convert(u8, ir.Int64), "0..255"},
		"a narrower number":              {convert(i64, ir.Int8), "-128..127"},
		"a narrower number that fits":    {convert(small, ir.Int8), "0..7"},
		"a length":                       {builtin(ir.OpLen, ir.Int64, text), "0..1099511627776"},
		"the least":                      {builtin(ir.OpMin, ir.Int64, i64, lit(9, ir.Int64), lit(3, ir.Int64)), "-9223372036854775808..3"},
		"the greatest":                   {builtin(ir.OpMax, ir.Uint8, u8, lit(3, ir.Uint8)), "3..255"},
		"a number of bits":               {builtin(ir.OpTrailingZeros64, ir.Int64, unknown(ir.Uint64)), "0..64"},
		"what a function returns":        {&ir.Call{Typed: typed(ir.Int64), Func: returns}, "-1..5"},
		"a function that returns itself": {convert(callItself, ir.Int64), "-9223372036854775808..9223372036854775807"},
	} {
		t.Run(name, func(t *testing.T) {
			r := ir.NewRanges().Of(test.x)
			if got := fmt.Sprintf("%v..%v", r.Low, r.High); got != test.want {
				t.Errorf("%s (expected: %s)", got, test.want)
			}
		})
	}
}

func convert(x ir.Expr, k ir.Kind) ir.Expr { return &ir.Convert{Typed: typed(k), X: x} }

// Raw is what an operator would give without a width.
func TestRawRange(t *testing.T) {
	r, ok := ir.NewRanges().Raw(binary(token.ADD, unknown(ir.Uint8), lit(1, ir.Uint8)))
	if !ok || fmt.Sprintf("%v..%v", r.Low, r.High) != "1..256" {
		t.Errorf("%v..%v, %v (expected: 1..256)", r.Low, r.High, ok)
	}
	if _, ok := ir.NewRanges().Raw(unknown(ir.Uint8)); ok {
		t.Error("something is known of a variable that may have any value")
	}
}
