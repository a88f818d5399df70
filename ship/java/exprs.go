package java

import (
	"fmt"
	"go/constant"
	"go/token"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// term is an expression: its text, the level of its outermost operator, and
// whether Java takes it for an int although its type has 64 bits.
type term struct {
	text  string
	level int
	small bool
	bare  string // the text where no parentheses are needed; "": the text
}

func (t term) in(level int) string {
	if t.level < level {
		return "(" + t.text + ")"
	}
	return t.text
}

func call(format string, args ...any) term {
	return term{text: fmt.Sprintf(format, args...), level: text.Postfix}
}

func (w *writer) expr(x ir.Expr) string {
	t := w.term(x)
	if t.bare != "" {
		return t.bare
	}
	return t.text
}

// operand is an expression as the operand of an operator of a level.
func (w *writer) operand(x ir.Expr, level int) string { return w.term(x).in(level) }

func (w *writer) index(x ir.Expr) string {
	if t := w.term(x); t.small || ir.KindOf(x.Type()).Bits() < 64 {
		return w.expr(x)
	}
	return "(int) " + w.operand(x, text.Prefix)
}

func (w *writer) term(x ir.Expr) term {
	switch x := x.(type) {
	case *ir.Lit:
		return w.literal(x.Value, x.Type())
	case *ir.ConstRef:
		return w.constant(x)
	case *ir.VarRef:
		return term{text: w.id(x.Var.Name), level: text.Postfix, small: w.small[x.Var]}
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
	case *ir.FieldOf:
		return w.read(w.place(x), x.Type())
	case *ir.IndexOf:
		return w.element(x)
	case *ir.Builtin:
		return w.builtin(x)
	case *ir.New:
		if !ir.IsAggregate(x.X.Type()) {
			w.Fail("a new %T", x.X.Type())
		}
		return call("%s", w.value(x.X))
	}
	return call("%s", w.primary(x))
}

// primary is an expression without an operator.
func (w *writer) primary(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.FuncRef:
		return w.reference(x.Func, x.Type())
	case *ir.Zero:
		return w.zero(x.Type())
	case *ir.SliceOf:
		return w.slice(x)
	case *ir.Call:
		return fmt.Sprintf("%s(%s)", w.id(x.Func.Name), text.List(x.Args, w.argument))
	case *ir.CallValue:
		return fmt.Sprintf("%s.call(%s)", w.operand(x.Fun, text.Postfix), text.List(x.Args, w.argument))
	case *ir.StructLit:
		s := ir.Under(x.Type()).(*ir.Struct)
		fields := make([]string, len(x.Fields))
		given := false
		for i, f := range x.Fields {
			fields[i], given = text.Or(f, w.value, w.zero(s.Fields[i].Type)), given || f != nil
		}
		if !given {
			return w.zero(x.Type())
		}
		return fmt.Sprintf("new %s(%s)", w.typ(x.Type()), strings.Join(fields, ", "))
	case *ir.ListLit:
		return w.listLit(x)
	case *ir.Spare:
		return x.Name
	}
	w.Fail("expression %T", x)
	return "?"
}

// argument is a value that is passed to a parameter, which copies it if it changes
// it.
func (w *writer) argument(x ir.Expr) string {
	if w.isGrowing(x) {
		return w.value(x)
	}
	return w.expr(x)
}

// value is an expression whose value is stored: it is copied if Go copies it,
// unless it was just made.
func (w *writer) value(x ir.Expr) string {
	switch {
	case w.isGrowing(x):
		return w.expr(x) + ".copy()"
	case !ir.IsAggregate(x.Type()) || ir.Fresh(x):
		return w.expr(x)
	}
	return w.copyOf(w.operand(x, text.Postfix), x.Type())
}

// read is what a place of a field or an element holds.
func (w *writer) read(place string, t ir.Type) term {
	if ir.KindOf(t) == ir.Uint8 {
		return masked(place, "0xff")
	}
	return call("%s", place)
}

func (w *writer) place(x ir.Expr) string {
	switch x := x.(type) {
	case *ir.FieldOf:
		return w.operand(x.X, text.Postfix) + "." + w.id(x.Field.Name)
	case *ir.IndexOf:
		if _, ok := ir.Under(x.X.Type()).(*ir.Slice); ok {
			list := w.operand(x.X, text.Postfix)
			if !repeatable(x.X) {
				w.Fail("an assignment to an element of the result of a call")
			}
			return fmt.Sprintf("%s.at[%s.from + %s]", list, list, strings.TrimPrefix(w.indexed(x.Index), "+"))
		}
		return fmt.Sprintf("%s[%s]", w.operand(x.X, text.Postfix), w.index(x.Index))
	case *ir.Deref:
		if v, ok := x.X.(*ir.VarRef); ok && w.aliases[v.Var] {
			if place, ok := v.Var.Only.(*ir.AddressOf).X.(*ir.FieldOf); ok {
				return fmt.Sprintf("%s.%s", w.id(v.Var.Name), w.id(place.Field.Name))
			}
			return fmt.Sprintf("%s[%s_at]", w.id(v.Var.Name), v.Var.Name)
		}
	}
	return w.expr(x)
}

// indexed is an index as the right operand of a sum.
func (w *writer) indexed(x ir.Expr) string {
	if t := w.term(x); t.small || ir.KindOf(x.Type()).Bits() < 64 {
		return t.in(text.Products)
	}
	return "(int) " + w.operand(x, text.Prefix)
}

// repeatable reports whether an expression may be evaluated twice.
func repeatable(x ir.Expr) bool {
	ok := true
	ir.Exprs(x, func(x ir.Expr) bool {
		switch x.(type) {
		case *ir.Call, *ir.CallValue:
			ok = false
		}
		return ok
	})
	return ok
}

// element is one of a list, or a byte of a string.
func (w *writer) element(x *ir.IndexOf) term {
	switch t := ir.Under(x.X.Type()).(type) {
	case *ir.Basic:
		return call("%s.charAt(%s)", w.operand(x.X, text.Postfix), w.index(x.Index))
	case *ir.Slice:
		w.listOf(t)
		return call("%s.get(%s)", w.operand(x.X, text.Postfix), w.index(x.Index))
	}
	return w.read(w.place(x), x.Type())
}

// address is a reference: to an object, or to a number in one.
func (w *writer) address(x *ir.AddressOf) term {
	if ir.IsAggregate(x.X.Type()) {
		return w.term(x.X)
	}
	var base ir.Expr
	place := ""
	switch p := x.X.(type) {
	case *ir.FieldOf:
		base, place = p.X, "of."+w.id(p.Field.Name)
	case *ir.IndexOf:
		if _, ok := ir.Under(p.X.Type()).(*ir.Array); ok {
			base, place = p.X, fmt.Sprintf("of[%s]", w.index(p.Index))
		}
	}
	kind := ir.KindOf(x.X.Type())
	if base == nil || kind.Bits() < 32 {
		w.Fail("a pointer to %T", x.X)
		return call("?")
	}
	of := base.Type()
	if p := ir.Pointee(of); p != nil {
		of = p
	}
	typ, class := w.typ(x.X.Type()), w.typ(x.Type())
	return call("new %s() {\n      final %s of = %s;\n      %s get() { return %s; }\n      void set(%s value) { %s = value; }\n    }",
		class, w.typ(of), w.expr(base), typ, place, typ, place)
}

// deref is what a pointer points to: an object, or the number that is referred
// to.
func (w *writer) deref(x *ir.Deref) term {
	if ir.IsAggregate(x.Type()) {
		return w.term(x.X)
	}
	if v, ok := x.X.(*ir.VarRef); ok && w.aliases[v.Var] {
		return w.read(w.place(x), x.Type())
	}
	return call("%s.get()", w.operand(x.X, text.Postfix))
}

// slice is a part of a list or of a string.
func (w *writer) slice(x *ir.SliceOf) string {
	list := w.operand(x.X, text.Postfix)
	low := text.Or(x.Low, w.index, "0")
	high := text.Or(x.High, w.index, "")
	ends := func(args ...string) string {
		return strings.TrimSuffix(strings.Join(args, ", "), ", ")
	}
	switch t := ir.Under(x.X.Type()).(type) {
	case *ir.Basic:
		return fmt.Sprintf("%s.substring(%s)", list, ends(low, high))
	case *ir.Slice:
		return fmt.Sprintf("%s.cut(%s)", list, ends(low, high))
	default:
		n, _ := ir.Length(t)
		if high == "" {
			high = fmt.Sprint(n)
		}
		l := w.listOf(&ir.Slice{Elem: ir.Elem(t)})
		return fmt.Sprintf("%s.over(%s, %s, %s)", l.name, w.expr(x.X), low, high)
	}
}

func (w *writer) builtin(x *ir.Builtin) term {
	switch x.Op {
	case ir.OpLen:
		if n, ok := ir.Length(x.Args[0].Type()); ok {
			return term{text: fmt.Sprint(n), level: text.Postfix, small: true}
		}
		suffix := ".size"
		if ir.KindOf(x.Args[0].Type()) == ir.String {
			suffix = ".length()"
		}
		return term{text: w.operand(x.Args[0], text.Postfix) + suffix, level: text.Postfix, small: true}
	case ir.OpCap:
		return term{text: w.operand(x.Args[0], text.Postfix) + ".room", level: text.Postfix, small: true}
	case ir.OpMin, ir.OpMax:
		return w.extreme(x)
	case ir.OpAppend, ir.OpAppendAll:
		s := w.owned(x.Args[0])
		for _, a := range x.Args[1:] {
			s = w.appended(s, x.Op, a)
		}
		return call("%s", s)
	case ir.OpCopy:
		if ir.IsAggregate(ir.Elem(x.Args[0].Type())) { // the two lists would share them
			w.Fail("copy of structs or arrays")
		}
		return call("%s.take(%s)", w.operand(x.Args[0], text.Postfix), w.expr(x.Args[1]))
	case ir.OpMake:
		t := ir.Under(x.Type()).(*ir.Slice)
		l, args := w.listOf(t), text.Each(x.Args, w.expr)
		if l.name == "Slice" {
			args = append(args, w.zero(t.Elem))
		}
		return call("%s.made(%s)", l.name, strings.Join(args, ", "))
	case ir.OpJoin:
		return w.joined(x.Args)
	case ir.OpJoinError:
		return call("errorOf(%s)", w.joined(x.Args).text)
	case ir.OpDecimal:
		if k := ir.KindOf(x.Args[0].Type()); k == ir.Uint64 && !w.natural(x.Args[0]) {
			return call("Long.toUnsignedString(%s)", w.expr(x.Args[0]))
		}
		return call("Long.toString(%s)", w.wide(x.Args[0]))
	case ir.OpHex8:
		return call("hexadecimal8(%s)", w.wide(x.Args[0]))
	}
	t := call("%s(%s)", w.operation(x.Op), text.List(x.Args, w.argument))
	t.small = x.Op.CountsBits()
	return t
}

func (w *writer) joined(parts []ir.Expr) term {
	switch len(parts) {
	case 0:
		return call(`""`)
	case 1:
		return w.term(parts[0])
	}
	list := text.Each(parts, func(x ir.Expr) string { return w.operand(x, text.Products) })
	return term{text: strings.Join(list, " + "), level: text.Sums}
}

// operation is the name of the method for an operation.
func (w *writer) operation(op ir.Op) string {
	w.networked = w.networked || op.Networked()
	return op.Java()
}

func (w *writer) listLit(x *ir.ListLit) string {
	elem := ir.Elem(x.Type())
	given := x.Given()
	values := text.Each(given, func(e ir.Expr) string { return text.Or(e, w.value, w.zero(elem)) })
	if t, ok := ir.Under(x.Type()).(*ir.Slice); ok {
		for range len(x.Elems) - len(given) {
			values = append(values, w.zero(elem))
		}
		if len(values) == 0 {
			return w.zero(x.Type()) + ".copy()"
		}
		return fmt.Sprintf("%s.of(%s)", w.listOf(t).name, text.Wrapped(values))
	}
	n, _ := ir.Length(x.Type())
	if len(values) == 0 {
		return w.zero(x.Type())
	}
	if ir.KindOf(elem) == ir.Uint8 {
		for i, e := range given { // Java takes constants to 127 only for bytes
			if _, ok := e.(*ir.Lit); !ok || len(values[i]) > 2 {
				values[i] = "(byte) " + text.Or(e, func(e ir.Expr) string { return w.operand(e, text.Prefix) }, "0")
			}
		}
	} else if ir.KindOf(elem) == ir.Uint16 {
		for i, e := range given {
			values[i] = "(char) " + text.Or(e, func(e ir.Expr) string { return w.operand(e, text.Prefix) }, "0")
		}
	}
	_, number := ir.Under(elem).(*ir.Basic)
	list := fmt.Sprintf("new %s {%s}", w.typ(x.Type()), "%s")
	if int64(len(values)) < n && number && ir.KindOf(elem) != ir.String {
		return fmt.Sprintf("Arrays.copyOf("+list+", %d)", text.Wrapped(values), n)
	}
	for int64(len(values)) < n {
		values = append(values, w.zero(elem))
	}
	if strings.Contains(list, "<") { // Java makes no arrays of generic classes
		list = fmt.Sprintf("new %s[] {%s}", w.listOf(ir.Under(elem).(*ir.Slice)).name, "%s")
	}
	return fmt.Sprintf(list, text.Wrapped(values))
}

func (w *writer) literal(v constant.Value, t ir.Type) term {
	switch ir.KindOf(t) {
	case ir.Bool:
		return call("%s", v.String())
	case ir.String:
		return call("%s", quoted(constant.StringVal(v)))
	case ir.Float64:
		return signed(text.Float(v))
	}
	return w.whole(v, ir.KindOf(t))
}

// signed is a number, which a sign makes an operator.
func signed(s string) term {
	if strings.HasPrefix(s, "-") {
		return term{text: s, level: text.Prefix}
	}
	return call("%s", s)
}

func quoted(s string) string {
	return text.Quoted(s, map[byte]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`}, `\%03o`)
}

// bytes is the bytes of a literal. Java limits the size of a constant. Those that fill one stand
// on a line: the signs that join pieces would make large sources a twelfth larger.
func bytes(s string) string {
	const longest = 20000
	var parts []string
	for len(s) > longest {
		parts = append(parts, quoted(s[:longest]))
		s = s[longest:]
	}
	return fmt.Sprintf("bytesOf(%s)", strings.Join(append(parts, joinedPieces(s)), ",\n    "))
}

// joinedPieces is a literal in pieces, which Java joins by operators.
func joinedPieces(s string) string {
	return strings.ReplaceAll(text.Pieces(s, quoted), "\"\n    \"", "\"\n    + \"")
}

func (w *writer) binary(x *ir.Binary) term {
	switch x.Op {
	case token.LOR, token.LAND:
		return w.infix(x, w.term(x.X), w.term(x.Y), x.Op.String())
	case token.EQL, token.NEQ:
		return w.equality(x)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return w.comparison(x)
	}
	switch k := ir.KindOf(x.Type()); {
	case k.Bits() > 0:
		return w.arithmetic(x, k)
	default:
		return w.infix(x, w.term(x.X), w.term(x.Y), x.Op.String())
	}
}

// infix is an operator between two terms, with the parentheses that are needed.
func (w *writer) infix(x *ir.Binary, left, right term, symbol string) term {
	l := text.Side(x.X, left.text, left.level, x.Op, false)
	r := text.Side(x.Y, right.text, right.level, x.Op, true)
	return term{text: l + " " + symbol + " " + r, level: text.Level(x.Op)}
}

func (w *writer) equality(x *ir.Binary) term {
	t := x.X.Type()
	if !ir.IsAggregate(t) && ir.KindOf(t) != ir.String {
		return w.infix(x, w.term(x.X), w.term(x.Y), x.Op.String())
	}
	s := w.same(w.operand(x.X, text.Postfix), w.expr(x.Y), t)
	if x.Op == token.NEQ {
		return term{text: "!" + s, level: text.Prefix}
	}
	return call("%s", s)
}

func (w *writer) comparison(x *ir.Binary) term {
	k := ir.KindOf(x.X.Type())
	name := ""
	switch {
	case k == ir.String:
		return term{text: fmt.Sprintf("%s.compareTo(%s) %s 0", w.operand(x.X, text.Postfix), w.expr(x.Y), x.Op), level: text.Compare}
	case k == ir.Uint64 && !(w.natural(x.X) && w.natural(x.Y)):
		name = "Long"
	case k == ir.Uint32 && !(w.natural(x.X) && w.natural(x.Y)):
		name = "Integer"
	default:
		return w.infix(x, w.term(x.X), w.term(x.Y), x.Op.String())
	}
	return term{text: fmt.Sprintf("%s.compareUnsigned(%s, %s) %s 0", name, w.expr(x.X), w.expr(x.Y), x.Op), level: text.Compare}
}
