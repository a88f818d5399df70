package python

import (
	"fmt"
	"go/constant"
	"go/token"
	"strconv"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) expr(x ir.Expr) string { return w.term(x).text }

// operand is an expression as the operand of an operator of a level.
func (w *writer) operand(x ir.Expr, level int) string { return w.term(x).in(level) }

func (w *writer) term(x ir.Expr) term {
	switch x := x.(type) {
	case *ir.Lit:
		s := w.literal(x.Value, x.Type())
		if strings.HasPrefix(s, "-") {
			return term{s, prefix}
		}
		return term{s, postfix}
	case *ir.IndexOf:
		s := fmt.Sprintf("%s[%s]", w.operand(x.X, postfix), w.expr(x.Index))
		if ir.KindOf(x.X.Type()) == ir.String {
			s = "ord(" + s + ")"
		}
		return term{s, postfix}
	case *ir.SliceOf:
		return w.slice(x)
	case *ir.Builtin:
		return w.builtin(x)
	case *ir.Binary:
		return w.binary(x)
	case *ir.Unary:
		return w.unary(x)
	case *ir.Convert:
		return w.convert(x)
	case *ir.AddressOf:
		return w.address(x)
	case *ir.Deref:
		return w.deref(x)
	case *ir.ListLit:
		return term{w.listLit(x), sums}
	}
	return term{w.primary(x), postfix}
}

// primary is an expression without an operator.
func (w *writer) primary(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.ConstRef:
		return x.Const.Name
	case *ir.VarRef:
		return x.Var.Name
	case *ir.FuncRef:
		if x.Func.Op != ir.NoOp {
			return x.Func.Op.Python()
		}
		return x.Func.Name
	case *ir.Zero:
		return w.zero(x.Type())
	case *ir.FieldOf:
		return w.operand(x.X, postfix) + "." + x.Field.Name
	case *ir.Call:
		var args []string
		for i, a := range x.Args {
			args = append(args, w.argument(x.Func, i, a))
		}
		return fmt.Sprintf("%s(%s)", x.Func.Name, strings.Join(args, ", "))
	case *ir.CallValue:
		return fmt.Sprintf("%s(%s)", w.operand(x.Fun, postfix), text.List(x.Args, w.expr))
	case *ir.StructLit:
		return w.structLit(x)
	case *ir.New:
		return w.value(x.X)
	case *ir.Spare:
		return x.Name
	}
	w.Fail("expression %T", x)
	return "?"
}

// address is a reference: an object or a list, or a reference to a number in it.
func (w *writer) address(x *ir.AddressOf) term {
	if ir.IsAggregate(x.X.Type()) {
		return w.term(x.X)
	}
	switch place := x.X.(type) {
	case *ir.IndexOf:
		return term{fmt.Sprintf("ItemRef(%s, %s)", w.expr(place.X), w.expr(place.Index)), postfix}
	case *ir.FieldOf:
		return term{fmt.Sprintf("FieldRef(%s, \"%s\")", w.expr(place.X), place.Field.Name), postfix}
	}
	w.Fail("a pointer to %T", x.X)
	return term{"?", postfix}
}

// deref is what a pointer points to: an object, or the number that is referred
// to.
func (w *writer) deref(x *ir.Deref) term {
	if ir.IsAggregate(x.Type()) {
		return w.term(x.X)
	}
	v, ok := x.X.(*ir.VarRef)
	if !ok || !w.aliases[v.Var] {
		return term{w.operand(x.X, postfix) + ".value", postfix}
	}
	if place, ok := v.Var.Only.(*ir.AddressOf).X.(*ir.FieldOf); ok {
		return term{fmt.Sprintf("%s.%s", v.Var.Name, place.Field.Name), postfix}
	}
	return term{fmt.Sprintf("%s[%s_at]", v.Var.Name, v.Var.Name), postfix}
}

// slice is a part of a list, or the list itself if it is the whole.
func (w *writer) slice(x *ir.SliceOf) term {
	low, high := text.Or(x.Low, w.expr, ""), text.Or(x.High, w.expr, "")
	if high == "0" {
		return term{"[]", postfix}
	}
	if low == "0" {
		low = ""
	}
	if low == "" && high == "" {
		return w.term(x.X)
	}
	return term{fmt.Sprintf("%s[%s:%s]", w.operand(x.X, postfix), low, high), postfix}
}

func (w *writer) convert(x *ir.Convert) term {
	to, from := ir.KindOf(x.Type()), ir.KindOf(x.X.Type())
	_, fromSlice := ir.Under(x.X.Type()).(*ir.Slice)
	switch {
	case to == ir.String && fromSlice:
		return term{fmt.Sprintf("text_of(%s)", w.expr(x.X)), postfix}
	case from == ir.String && to == ir.Void:
		if lit, ok := x.X.(*ir.Lit); ok {
			bytes := text.Pieces(constant.StringVal(lit.Value), func(s string) string { return "b" + quoted(s) })
			return term{fmt.Sprintf("list(%s)", bytes), postfix}
		}
		return term{fmt.Sprintf("bytes_of(%s)", w.expr(x.X)), postfix}
	case to == ir.Float64 && from.Bits() > 0:
		return term{fmt.Sprintf("float(%s)", w.expr(x.X)), postfix}
	case to.Bits() > 0 && from == ir.Float64:
		return term{fmt.Sprintf("int(%s)", w.expr(x.X)), postfix}
	case to.Bits() > 0 && from.Bits() > 0:
		return w.exactConvert(x)
	}
	return w.term(x.X)
}

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

func (w *writer) builtin(x *ir.Builtin) term {
	switch x.Op {
	case ir.OpLen, ir.OpCap:
		return term{w.length(x.Args[0]), postfix}
	case ir.OpAppend, ir.OpAppendAll:
		return w.appended(x)
	case ir.OpMake:
		if n, ok := x.Args[0].(*ir.Lit); ok && n.Value.ExactString() == "0" {
			return term{"[]", postfix}
		}
		return term{w.zeros(ir.Elem(x.Type()), w.operand(x.Args[0], prefix)), postfix}
	case ir.OpCopy:
		w.Fail("copy, used for the number of elements")
	case ir.OpJoin, ir.OpJoinError:
		parts := text.Each(x.Args, func(a ir.Expr) string { return w.operand(a, sums) })
		return term{strings.Join(parts, " + "), sums}
	}
	return term{fmt.Sprintf("%s(%s)", x.Op.Python(), text.List(x.Args, w.expr)), postfix}
}

// appended is append as an expression: a new list, or the old one extended.
func (w *writer) appended(x *ir.Builtin) term {
	more := func(level int) string {
		if x.Op == ir.OpAppendAll {
			return w.extension(x.Args[1], level)
		}
		return "[" + text.List(x.Args[1:], w.value) + "]"
	}
	if list := x.Args[0]; newList(list) {
		return term{w.operand(list, sums) + " + " + more(products), sums}
	}
	return term{fmt.Sprintf("appended(%s, %s)", w.expr(x.Args[0]), more(loosest)), postfix}
}

func newList(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.SliceOf:
		return x.Low != nil || x.High != nil
	case *ir.Zero, *ir.ListLit:
		return true
	case *ir.Builtin:
		return x.Op == ir.OpMake || x.Op.Appends() && newList(x.Args[0])
	}
	return false
}

// extension is a list, or the bytes of a string, as the operand of an operator of
// a level.
func (w *writer) extension(x ir.Expr, level int) string {
	if ir.KindOf(x.Type()) == ir.String {
		return fmt.Sprintf("bytes_of(%s)", w.expr(x))
	}
	return w.operand(x, level)
}

func (w *writer) zero(t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Basic:
		switch t.Kind {
		case ir.Bool:
			return "False"
		case ir.Float64:
			return "0.0"
		case ir.String:
			return `""`
		case ir.Error:
			return "None"
		}
		return "0"
	case *ir.Struct:
		return fmt.Sprintf("%s(%s)", t.Name, text.List(t.Fields, func(f *ir.Field) string { return w.zero(f.Type) }))
	case *ir.Array:
		return w.zeros(t.Elem, strconv.Itoa(int(t.Len)))
	case *ir.Slice:
		return "[]"
	}
	return "None"
}

// zeros is a list of n zero values. Python's [x] * n holds one x n times, which
// shows where an x changes.
func (w *writer) zeros(elem ir.Type, n string) string {
	if changes(elem) {
		return fmt.Sprintf("[%s for _ in range(%s)]", w.zero(elem), n)
	}
	return fmt.Sprintf("[%s] * %s", w.zero(elem), n)
}

// changes reports whether values of a type are changed in place.
func changes(t ir.Type) bool {
	_, list := ir.Under(t).(*ir.Slice)
	return list || ir.IsAggregate(t)
}

// copyOf is a copy of the value of an expression.
func (w *writer) copyOf(x string, t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		w.copied[t] = true
		return x + ".copy()"
	case *ir.Array:
		if ir.IsAggregate(t.Elem) {
			return fmt.Sprintf("[%s for each in %s]", w.copyOf("each", t.Elem), x)
		}
		return x + "[:]"
	}
	return x
}

// value is an expression whose value is stored: it is copied if Go copies it,
// unless it was just made.
func (w *writer) value(x ir.Expr) string {
	if !ir.IsAggregate(x.Type()) || ir.Fresh(x) {
		return w.expr(x)
	}
	return w.copyOf(w.operand(x, postfix), x.Type())
}

func (w *writer) literal(v constant.Value, t ir.Type) string {
	switch ir.KindOf(t) {
	case ir.Bool:
		if constant.BoolVal(v) {
			return "True"
		}
		return "False"
	case ir.String:
		return quoted(constant.StringVal(v))
	case ir.Float64:
		return text.Float(v)
	}
	v = constant.ToInt(v)
	if n, ok := constant.Uint64Val(v); ok && n > 1<<16 {
		return fmt.Sprintf("0x%X", n)
	}
	return v.ExactString()
}

func quoted(s string) string {
	return text.Quoted(s, map[byte]string{'"': `\"`, '\\': `\\`, '\n': `\n`}, `\x%02x`)
}

func (w *writer) listLit(x *ir.ListLit) string {
	elem := ir.Elem(x.Type())
	given := x.Given()
	rest := len(x.Elems) - len(given)
	values := text.Each(given, func(e ir.Expr) string { return text.Or(e, w.value, w.zero(elem)) })
	if rest > 4 && !changes(elem) {
		return fmt.Sprintf("[%s] + %s", text.Wrapped(values), w.zeros(elem, strconv.Itoa(rest)))
	}
	for range rest {
		values = append(values, w.zero(elem))
	}
	return "[" + text.Wrapped(values) + "]"
}

func (w *writer) structLit(x *ir.StructLit) string {
	s := ir.Under(x.Type()).(*ir.Struct)
	fields := make([]string, len(x.Fields))
	for i, f := range x.Fields {
		fields[i] = text.Or(f, w.value, w.zero(s.Fields[i].Type))
	}
	return fmt.Sprintf("%s(%s)", s.Name, strings.Join(fields, ", "))
}

// returned is a value that is returned; a local variable need not be copied.
func (w *writer) returned(x ir.Expr) string {
	if v, ok := x.(*ir.VarRef); ok && !v.Var.Global && !w.params[v.Var] {
		return v.Var.Name
	}
	return w.value(x)
}
