package ir_test

import (
	"fmt"
	"go/token"
	"reflect"
	"testing"

	"evolab/ship/ir"
)

// exprs has an expression of every type with operands.
func exprs() map[string]ir.Expr {
	x, y, z := lit(1, ir.Int64), lit(2, ir.Int64), lit(3, ir.Int64)
	return map[string]ir.Expr{
		"FieldOf":   &ir.FieldOf{X: x},
		"IndexOf":   &ir.IndexOf{X: x, Index: y},
		"SliceOf":   &ir.SliceOf{X: x, Low: y, High: z},
		"Call":      &ir.Call{Args: []ir.Expr{x, y}},
		"CallValue": &ir.CallValue{Fun: x, Args: []ir.Expr{y}},
		"Builtin":   &ir.Builtin{Args: []ir.Expr{x, y}},
		"Binary":    &ir.Binary{X: x, Y: y},
		"Unary":     &ir.Unary{X: x},
		"Convert":   &ir.Convert{X: x},
		"AddressOf": &ir.AddressOf{X: x},
		"Deref":     &ir.Deref{X: x},
		"StructLit": &ir.StructLit{Fields: []ir.Expr{x, nil, y}},
		"ListLit":   &ir.ListLit{Elems: []ir.Expr{x, nil}},
		"New":       &ir.New{X: x},
	}
}

// operands counts the expressions that the fields of a node hold.
func operands(node any) int {
	n := 0
	v := reflect.ValueOf(node).Elem()
	for i := range v.NumField() {
		switch field := v.Field(i).Interface().(type) {
		case ir.Typed: // the type, which has the method of an expression
		case ir.Expr:
			n++
		case []ir.Expr:
			for _, x := range field {
				if x != nil {
					n++
				}
			}
		}
	}
	return n
}

// Every operand of every expression is visited once.
func TestExprs(t *testing.T) {
	for name, x := range exprs() {
		visited := -1 // itself
		ir.Exprs(x, func(ir.Expr) bool { visited++; return true })
		if want := operands(x); visited != want {
			t.Errorf("%s: %d operands (expected: %d)", name, visited, want)
		}
		visited = 0
		ir.Exprs(x, func(ir.Expr) bool { visited++; return false })
		if visited != 1 {
			t.Errorf("%s: %d visits, although the first one said no", name, visited)
		}
	}
}

// Every statement below another one is visited, and every operand belongs to
// its own statement.
func TestStmts(t *testing.T) {
	x := lit(1, ir.Int64)
	body := []ir.Stmt{&ir.Break{}}
	for name, test := range map[string]struct {
		s     ir.Stmt
		below int
	}{
		"Comment":  {&ir.Comment{Text: "why"}, 0},
		"Declare":  {&ir.Declare{X: x}, 0},
		"Assign":   {&ir.Assign{L: x, R: x}, 0},
		"Together": {&ir.Together{L: []ir.Expr{x, x}, R: []ir.Expr{x, x}}, 0},
		"Update":   {&ir.Update{Op: token.ADD, L: x, R: x}, 0},
		"Unpack":   {&ir.Unpack{L: []ir.Expr{x}, X: x}, 0},
		"CallStmt": {&ir.CallStmt{X: x}, 0},
		"If":       {&ir.If{Cond: x, Then: body, Else: []ir.Stmt{&ir.If{Cond: x, Then: body}}}, 3},
		"Loop":     {&ir.Loop{Cond: x, Post: body, Body: body}, 2},
		"Count":    {&ir.Count{N: x, Body: body}, 1},
		"Each":     {&ir.Each{X: x, Body: body}, 1},
		"Return":   {&ir.Return{X: []ir.Expr{x, x}}, 0},
		"Continue": {&ir.Continue{}, 0},
		"Block":    {&ir.Block{Body: body}, 1},
		"Panic":    {&ir.Panic{X: x}, 0},
	} {
		visited := -1
		ir.Stmts([]ir.Stmt{test.s}, func(ir.Stmt) { visited++ })
		if visited != test.below {
			t.Errorf("%s: %d statements below it (expected: %d)", name, visited, test.below)
		}
		if got, want := len(ir.Operands(test.s)), operands(test.s); got != want {
			t.Errorf("%s: %d operands (expected: %d)", name, got, want)
		}
	}
}

func TestReadsAndTouches(t *testing.T) {
	v := &ir.Var{Name: "v"}
	read := &ir.VarRef{Typed: typed(ir.Int64), Var: v}
	global := &ir.VarRef{Typed: typed(ir.Int64), Var: &ir.Var{Global: true}}
	for name, test := range map[string]struct {
		x              ir.Expr
		reads, touches bool
	}{
		"a constant":            {lit(1, ir.Int64), false, false},
		"the variable":          {binary(token.ADD, read, lit(1, ir.Int64)), true, false},
		"one of the package":    {global, false, true},
		"an element":            {&ir.IndexOf{X: lit(1, ir.Int64), Index: read}, true, true},
		"what is at a pointer":  {&ir.Deref{X: global}, false, true},
		"the result of a call":  {&ir.Call{Func: &ir.Func{}}, false, true},
		"the field of a struct": {&ir.FieldOf{X: read}, true, true},
	} {
		reads := ir.Reads(test.x, func(x *ir.Var) bool { return x == v })
		if touches := ir.Touches(test.x); reads != test.reads || touches != test.touches {
			t.Errorf("%s: reads %v, touches %v (expected: %v, %v)", name, reads, touches, test.reads, test.touches)
		}
	}
}

// Types are looked at below their other names.
func TestTypes(t *testing.T) {
	byteType := &ir.Basic{Kind: ir.Uint8}
	cells := &ir.Named{Name: "cells", Under: &ir.Array{Elem: byteType, Len: 3}}
	for name, test := range map[string]struct {
		t                        ir.Type
		aggregate, pointer, list bool
		kind                     ir.Kind
	}{
		"a number":            {byteType, false, false, false, ir.Uint8},
		"a number's name":     {&ir.Named{Under: byteType}, false, false, false, ir.Uint8},
		"a struct":            {&ir.Struct{}, true, false, false, ir.Void},
		"an array by a name":  {cells, true, false, true, ir.Void},
		"a slice":             {&ir.Slice{Elem: byteType}, false, false, true, ir.Void},
		"a pointer to a list": {&ir.Pointer{Elem: cells}, false, true, true, ir.Void},
	} {
		elem, _ := ir.Elem(test.t).(*ir.Basic)
		if ir.IsAggregate(test.t) != test.aggregate || (ir.Pointee(test.t) != nil) != test.pointer ||
			ir.KindOf(test.t) != test.kind || test.list && elem != byteType {
			t.Errorf("%s: aggregate %v, pointer to %v, kind %v, element %v",
				name, ir.IsAggregate(test.t), ir.Pointee(test.t), ir.KindOf(test.t), elem)
		}
	}
	for kind, want := range map[ir.Kind]string{ir.Int8: "8 true", ir.Uint64: "64 false", ir.Float64: "0 false", ir.String: "0 false"} {
		if got := fmt.Sprint(kind.Bits(), kind.Signed()); got != want {
			t.Errorf("kind %d: %s (expected: %s)", kind, got, want)
		}
	}
}

// Every operation has a name, and functions are found by theirs.
func TestOperations(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range ir.Ops() {
		name := op.String()
		if name == "" || seen[name] {
			t.Errorf("operation %d has the name %q", op, name)
		}
		seen[name] = true
		if found := ir.FunctionOp(name); found != ir.NoOp && found != op {
			t.Errorf("%s is found as %v", name, found)
		}
	}
	for name, want := range map[string]ir.Op{"len": ir.NoOp, "": ir.NoOp, "os.Exit": ir.NoOp, "math.Sqrt": ir.OpSqrt} {
		if got := ir.FunctionOp(name); got != want {
			t.Errorf("the function %q is %v (expected: %v)", name, got, want)
		}
	}
	pure := fmt.Sprint(ir.OpMake.Pure(), ir.OpQuoted.Pure(), ir.OpNewError.Pure(), ir.OpAppend.Pure(), ir.OpCopy.Pure(), ir.OpThreadTime.Pure(), ir.OpPause.Pure())
	if pure != "true true true false false false false" {
		t.Errorf("make, quoted, errors.New, append, copy, the clock, pause are pure: %s", pure)
	}
}
