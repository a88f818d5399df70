package java

import (
	"fmt"
	"go/token"
	"math"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// loop is a loop that is being written. If its next iteration begins with more than
// an expression, the body is a block with a label, which continue leaves.
type loop struct{ label string }

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Comment:
		w.Comment(s.Text)
	case *ir.Declare:
		w.declare(s.Var, s.X)
	case *ir.Assign:
		w.assign(s.L, s.R)
	case *ir.Together:
		w.together(s)
	case *ir.Update:
		w.update(s)
	case *ir.Unpack:
		w.unpack(s)
	case *ir.CallStmt:
		w.Line("%s;", w.expr(s.X))
	default:
		w.flow(s)
	}
}

func (w *writer) flow(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.If:
		w.Branches(s)
	case *ir.Loop:
		w.loop(nil, s)
	case *ir.Count:
		w.count(s)
	case *ir.Each:
		w.each(s)
	case *ir.Return:
		w.returns(s)
	case *ir.Break:
		w.Line("break;")
	case *ir.Continue:
		if label := w.loops[len(w.loops)-1].label; label != "" {
			w.Line("break %s;", label)
		} else {
			w.Line("continue;")
		}
	case *ir.Block:
		if first, loop, ok := text.CountingLoop(s); ok {
			w.loop(first, loop)
			return
		}
		w.Block(s.Body)
	case *ir.Panic:
		w.Line("throw new IllegalStateException(%s);", w.expr(s.X))
	default:
		w.Fail("statement %T", s)
	}
}

// declare writes the declaration of a local variable; nil is zero. A pointer that
// is an alias becomes an object or an array and the place in it.
func (w *writer) declare(v *ir.Var, x ir.Expr) {
	name := w.id(v.Name)
	switch {
	case w.aliases[v] && x != nil:
		w.alias(name, x.(*ir.AddressOf).X)
	case w.growing[v]:
		w.Line("%s %s = %s;", w.typ(v.Type), name, w.grown(x, v.Type))
	case x == nil:
		w.Line("%s %s = %s;", w.typ(v.Type), name, w.zero(v.Type))
	case w.isSmall(v, x):
		w.small[v] = true
		w.Line("int %s = %s;", name, w.index(x))
	default:
		w.Line("%s %s = %s;", w.typ(v.Type), name, w.value(x))
	}
}

// isSmall reports whether a variable that keeps its first value can be an int.
func (w *writer) isSmall(v *ir.Var, x ir.Expr) bool {
	k := ir.KindOf(v.Type)
	return k.Bits() == 64 && v.Sets == 0 && !v.Addressed && fitsInt(w.ranges.Of(x), k)
}

func (w *writer) alias(name string, x ir.Expr) {
	switch place := x.(type) {
	case *ir.FieldOf:
		of := place.X.Type()
		if p := ir.Pointee(of); p != nil {
			of = p
		}
		w.Line("%s %s = %s;", w.typ(of), name, w.expr(place.X))
	case *ir.IndexOf:
		list, at := w.expr(place.X), w.index(place.Index)
		if t, ok := ir.Under(place.X.Type()).(*ir.Slice); ok {
			if !repeatable(place.X) {
				w.Fail("a pointer into the result of a call")
			}
			list, at = list+".at", fmt.Sprintf("%s.from + %s", list, w.indexed(place.Index))
			w.Line("%s[] %s = %s;", w.stored(t.Elem), name, list)
		} else {
			w.Line("%s[] %s = %s;", w.stored(ir.Elem(place.X.Type())), name, list)
		}
		w.Line("int %s_at = %s;", name, at)
	default:
		w.Fail("a pointer to %T", x)
	}
}

// assign writes an assignment. A struct or an array keeps its identity, as there
// may be pointers to it.
func (w *writer) assign(l, r ir.Expr) {
	t := l.Type()
	if ir.IsAggregate(t) {
		if v, ok := l.(*ir.VarRef); ok && !v.Var.Addressed && !v.Var.Global {
			w.Line("%s = %s;", w.id(v.Var.Name), w.value(r))
			return
		}
		w.setPlace(w.operand(l, text.Postfix), w.operand(r, text.Postfix), t)
		return
	}
	if w.appendInPlace(l, r) {
		return
	}
	if v, ok := l.(*ir.VarRef); ok && w.growing[v.Var] {
		w.Line("%s = %s;", w.id(v.Var.Name), w.grown(r, t))
		return
	}
	switch x := l.(type) {
	case *ir.IndexOf:
		if _, ok := ir.Under(x.X.Type()).(*ir.Slice); ok {
			w.Line("%s.put(%s, %s);", w.operand(x.X, text.Postfix), w.index(x.Index), w.value(r))
			return
		}
	case *ir.Deref:
		if v, ok := x.X.(*ir.VarRef); !ok || !w.aliases[v.Var] {
			w.Line("%s.set(%s);", w.operand(x.X, text.Postfix), w.value(r))
			return
		}
	}
	if _, local := l.(*ir.VarRef); !local && (ir.KindOf(t) == ir.Uint8 || ir.KindOf(t) == ir.Uint16) {
		value := w.expr(r)
		if !w.isChar(r) {
			value = w.narrowed(w.operand(r, text.Prefix), t)
		}
		w.Line("%s = %s;", w.place(l), value)
		return
	}
	w.Line("%s = %s;", w.place(l), w.value(r))
}

// update writes an assignment such as +=. Java narrows its result to what is
// stored.
func (w *writer) update(s *ir.Update) {
	b := &ir.Binary{Typed: ir.Of(s.L.Type()), Op: s.Op, X: s.L, Y: s.R}
	symbol, ok := w.short(s, b)
	if !ok {
		w.assign(s.L, b)
		return
	}
	l := w.place(s.L)
	if lit, one := s.R.(*ir.Lit); one && lit.Value.ExactString() == "1" && (symbol == "+=" || symbol == "-=") {
		w.Line("%s%s;", l, map[string]string{"+=": "++", "-=": "--"}[symbol])
		return
	}
	if s.Op == token.AND_NOT {
		w.Line("%s &= ~%s;", l, w.operand(s.R, text.Prefix))
		return
	}
	w.Line("%s %s %s;", l, symbol, w.expr(s.R))
}

// short is the operator of an assignment that has the same result as the operation.
func (w *writer) short(s *ir.Update, b *ir.Binary) (symbol string, ok bool) {
	k := ir.KindOf(s.L.Type())
	if d, isDeref := s.L.(*ir.Deref); isDeref {
		if v, isVar := d.X.(*ir.VarRef); !isVar || !w.aliases[v.Var] {
			return "", false
		}
	}
	_, local := s.L.(*ir.VarRef)
	symbol = s.Op.String() + "="
	switch s.Op {
	case token.SHL, token.SHR:
		r := w.ranges.Of(s.R)
		fits := r.Natural() && r.Below(int64(max(k.Bits(), 32)))
		if s.Op == token.SHR && !k.Signed() && k.Bits() >= 32 {
			symbol = ">>>="
		}
		return symbol, fits && (k.Bits() >= 32 || k.Signed())
	case token.QUO, token.REM:
		return symbol, k.Bits() == 0 || k.Signed() || local && k.Bits() < 32 || k.Bits() >= 32 && w.natural(s.L) && w.natural(s.R)
	case token.ADD, token.SUB, token.MUL:
		return symbol, k.Bits() == 0 || k.Bits() >= 32 || k.Signed() || !local
	}
	return symbol, true
}

// together assigns after all values are computed.
func (w *writer) together(s *ir.Together) {
	w.Line("{")
	w.Depth++
	for i, r := range s.R {
		w.Line("final %s value%d_ = %s;", w.typ(s.L[i].Type()), i, w.value(r))
	}
	for i, l := range s.L {
		w.assign(l, &ir.Spare{Typed: ir.Of(l.Type()), Name: fmt.Sprintf("value%d_", i)})
	}
	w.Depth--
	w.Line("}")
}

func (w *writer) unpack(s *ir.Unpack) {
	name := w.id(s.Results.Name)
	w.Line("final %s %s = %s;", w.typ(s.X.Type()), name, w.expr(s.X))
	for i, l := range s.L {
		if l == nil {
			continue
		}
		r := &ir.Spare{Typed: ir.Of(l.Type()), Name: name + "." + resultName(i)}
		if v := s.Declares[i]; v != nil {
			value := r.Name
			if w.growing[v] {
				value = w.grown(r, v.Type)
			}
			w.Line("%s %s = %s;", w.typ(v.Type), w.id(v.Name), value)
		} else {
			w.assign(l, r)
		}
	}
}

// returns writes a return statement. A local variable need not be copied.
func (w *writer) returns(s *ir.Return) {
	value := func(x ir.Expr) string {
		if v, ok := x.(*ir.VarRef); ok && !v.Var.Global && (!w.params[v.Var] || w.growing[v.Var]) {
			return w.expr(x)
		}
		return w.value(x)
	}
	if len(s.X) > 1 {
		var types []ir.Type
		for _, x := range s.X {
			types = append(types, x.Type())
		}
		w.Line("return new %s(%s);", w.tuple(&ir.Tuple{List: types}), text.List(s.X, value))
		return
	}
	w.Line("%s;", strings.TrimRight("return "+text.List(s.X, value), " "))
}

// loop writes a while or for loop; first may declare its variable.
func (w *writer) loop(first *ir.Declare, s *ir.Loop) {
	start := ""
	if first != nil {
		name := w.id(first.Var.Name)
		switch {
		case w.counts(first, s):
			start = fmt.Sprintf("int %s = %s", name, w.index(first.X))
		case w.growing[first.Var] || w.aliases[first.Var] || ir.IsAggregate(first.Var.Type):
			w.Line("{")
			w.Depth++
			w.declare(first.Var, first.X)
			defer func() { w.Depth--; w.Line("}") }()
		default:
			start = fmt.Sprintf("%s %s = %s", w.typ(first.Var.Type), name, text.Or(first.X, w.value, w.zero(first.Var.Type)))
		}
	}
	cond := text.Or(s.Cond, w.expr, "")
	post, inline := w.inline(s.Post)
	switch {
	case start == "" && post == "" && cond != "":
		w.Line("while (%s) {", cond)
	default:
		w.Line("%s", strings.ReplaceAll(fmt.Sprintf("for (%s; %s; %s) {", start, cond, post), "; )", ";)"))
	}
	if inline {
		w.body(s.Body, "")
	} else {
		w.labels++
		label := fmt.Sprintf("next%d", w.labels)
		w.Depth++
		w.Line("%s: {", label)
		w.body(s.Body, label)
		w.Line("}")
		w.Stmts(s.Post)
		w.Depth--
	}
	w.Line("}")
}

func (w *writer) body(list []ir.Stmt, label string) {
	w.loops = append(w.loops, loop{label})
	w.Inner(list)
	w.loops = w.loops[:len(w.loops)-1]
}

// counts reports whether the variable of a loop can be an int: it is changed by
// one in each iteration, between ints.
func (w *writer) counts(first *ir.Declare, s *ir.Loop) bool {
	step, cond := ir.Counter(first, s)
	k := ir.KindOf(first.Var.Type)
	if step == nil || k.Bits() != 64 {
		return false
	}
	from, to := w.ranges.Of(first.X), w.ranges.Of(cond.Y)
	if !fitsInt(from, k) || !to.Within(ints()) {
		return false
	}
	low, high := from.Low.Int64(), from.High.Int64()
	switch {
	case step.Op == token.ADD && (cond.Op == token.LSS || cond.Op == token.LEQ):
		high = max(high, to.High.Int64()+1)
	case step.Op == token.SUB && (cond.Op == token.GTR || cond.Op == token.GEQ) && k.Signed():
		low = min(low, to.Low.Int64()-1)
	default:
		return false
	}
	if low < math.MinInt32 || high > math.MaxInt32 {
		return false
	}
	w.small[first.Var] = true
	w.ranges.Bound(first.Var, ir.Span(low, high))
	return true
}

// inline is the post statements of a loop as expressions; ok is false if they are
// none.
func (w *writer) inline(post []ir.Stmt) (s string, ok bool) {
	for _, p := range post {
		switch p := p.(type) {
		case *ir.Update, *ir.CallStmt:
		case *ir.Assign:
			if ir.IsAggregate(p.L.Type()) {
				return "", false
			}
		default:
			return "", false
		}
	}
	inner := *w
	inner.Braces = text.Braces{Writer: text.Writer{Sign: "//"}}
	inner.Braces.Expr, inner.Braces.Stmt = inner.expr, inner.stmt
	inner.Stmts(post)
	w.Errs = append(w.Errs, inner.Errs...)
	lines := strings.TrimSuffix(strings.TrimSpace(inner.String()), ";")
	return strings.ReplaceAll(lines, ";\n", ", "), true
}

func (w *writer) count(s *ir.Count) {
	i, t := w.id(s.Var.Name), "long"
	n := w.expr(s.N)
	k := ir.KindOf(s.Var.Type)
	if r := w.ranges.Of(s.N); k.Bits() < 64 {
		t = w.typ(s.Var.Type)
	} else if r.Within(ints()) && s.Var.Sets == 0 {
		t, n = "int", w.index(s.N)
		w.small[s.Var] = true
		w.ranges.Bound(s.Var, ir.Span(0, max(r.High.Int64(), 0)))
	}
	switch s.N.(type) {
	case *ir.Lit, *ir.ConstRef:
		w.Line("for (%s %s = 0; %s < %s; %s++) {", t, i, i, n, i)
	default:
		w.Line("for (%s %s = 0, %s_end = %s; %s < %s_end; %s++) {", t, i, i, n, i, i, i)
	}
	w.body(s.Body, "")
	w.Line("}")
}

func (w *writer) each(s *ir.Each) {
	i, t := w.id(s.Key.Name), "int"
	n, isArray := ir.Length(s.X.Type())
	if s.Key.Sets > 0 {
		t = "long"
	} else {
		w.small[s.Key] = true
		high := int64(math.MaxInt32 - 1)
		if isArray {
			high = n
		}
		w.ranges.Bound(s.Key, ir.Span(0, high))
	}
	list := w.operand(s.X, text.Postfix)
	wrap := false
	if v, isVar := s.X.(*ir.VarRef); s.Value != nil && (!isVar || v.Var.Global || ir.Assigns(s.Body, v.Var) || !ir.Quiet(s.Body)) {
		// Go evaluates the list once, before the first iteration, and ranges over a
		// copy of an array.
		wrap = true
		list = w.id(s.List.Name)
		value := w.expr(s.X)
		if w.isGrowing(s.X) {
			value = w.value(s.X)
		}
		typ := s.X.Type()
		if p := ir.Pointee(typ); p != nil {
			typ = p
		} else if isArray && !ir.Quiet(s.Body) {
			value = w.value(s.X)
		}
		w.Line("{")
		w.Depth++
		w.Line("final %s %s = %s;", w.typ(typ), list, value)
	}
	if isArray {
		w.Line("for (%s %s = 0; %s < %d; %s++) {", t, i, i, n, i)
	} else {
		w.Line("for (%s %s = 0, %s_end = %s.size; %s < %s_end; %s++) {", t, i, i, list, i, i, i)
	}
	if s.Value != nil {
		w.Depth++
		w.eachValue(s, list, i, t, isArray)
		w.Depth--
	}
	w.body(s.Body, "")
	w.Line("}")
	if wrap {
		w.Depth--
		w.Line("}")
	}
}

func (w *writer) eachValue(s *ir.Each, list, i, t string, isArray bool) {
	if t != "int" {
		i = "(int) " + i
	}
	v := s.Value
	x := w.read(fmt.Sprintf("%s[%s]", list, i), v.Type)
	if !isArray {
		x = call("%s.get(%s)", list, i)
	}
	value := x.text
	if x.bare != "" {
		value = x.bare
	}
	if ir.IsAggregate(v.Type) && (v.Sets > 0 || v.Addressed || !ir.Quiet(s.Body)) {
		value = w.copyOf(value, v.Type)
	}
	if w.growing[v] {
		value += ".copy()"
	}
	w.Line("%s %s = %s;", w.typ(v.Type), w.id(v.Name), value)
}
