package python

import (
	"fmt"
	"go/token"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// assign writes an assignment. A struct or an array keeps its identity, as there
// may be pointers to it.
func (w *writer) assign(l, r ir.Expr) {
	if ir.IsAggregate(l.Type()) {
		if v, ok := l.(*ir.VarRef); ok && !v.Var.Addressed && !v.Var.Global {
			w.Line("%s = %s", v.Var.Name, w.value(r))
			return
		}
		from := w.operand(r, postfix)
		if _, isArray := ir.Under(l.Type()).(*ir.Array); isArray && fresh(r) {
			w.Line("value_ = %s", from)
			from = "value_"
		}
		w.setPlace(w.operand(l, postfix), from, l.Type())
		return
	}
	if w.appendInPlace(l, r) {
		return
	}
	w.Line("%s = %s", w.expr(l), w.value(r))
}

// setPlace assigns a value; structs and arrays inside keep their identity, as
// there may be pointers to them.
func (w *writer) setPlace(to, from string, t ir.Type) {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		w.replaced[t] = true
		w.Line("%s.set(%s)", to, from)
	case *ir.Array:
		if !ir.IsAggregate(t.Elem) {
			w.Line("%s[:] = %s", to, from)
			return
		}
		at := fmt.Sprintf("at%d", w.Depth)
		w.Line("for %s in range(%d):", at, t.Len)
		w.Depth++
		w.setPlace(to+"["+at+"]", from+"["+at+"]", t.Elem)
		w.Depth--
	default:
		w.Line("%s = %s", to, from)
	}
}

// appendInPlace writes x = append(x, y) as x.append(y).
func (w *writer) appendInPlace(l, r ir.Expr) bool {
	b, ok := r.(*ir.Builtin)
	if !ok || !b.Op.Appends() || w.expr(b.Args[0]) != w.expr(l) {
		return false
	}
	if b.Op == ir.OpAppendAll {
		w.Line("%s.extend(%s)", w.expr(l), w.extension(b.Args[1], loosest))
		return true
	}
	if len(b.Args) == 2 {
		w.Line("%s.append(%s)", w.expr(l), w.value(b.Args[1]))
		return true
	}
	w.Line("%s.extend((%s,))", w.expr(l), text.List(b.Args[1:], w.value))
	return true
}

func (w *writer) update(s *ir.Update) {
	b := &ir.Binary{Typed: ir.Of(s.L.Type()), Op: s.Op, X: s.L, Y: s.R}
	l := w.expr(s.L)
	r := w.expr(b)
	// The short form, if no mask is needed.
	switch s.Op {
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.SHR:
		if strings.HasPrefix(r, l+" "+s.Op.String()+" ") {
			w.Line("%s %s= %s", l, s.Op, w.expr(s.R))
			return
		}
	}
	w.Line("%s = %s", l, r)
}

// together assigns after all values are computed. Structs and arrays keep their
// identity, so their values go through temporary variables.
func (w *writer) together(s *ir.Together) {
	var places, values []string
	whole := false
	for i, l := range s.L {
		values = append(values, w.value(s.R[i]))
		places = append(places, w.expr(l))
		whole = whole || ir.IsAggregate(l.Type())
	}
	if !whole {
		w.Line("%s = %s", strings.Join(places, ", "), strings.Join(values, ", "))
		return
	}
	for i := range values {
		w.Line("value%d_ = %s", i, values[i])
	}
	for i, l := range s.L {
		w.assign(l, &spare{ir.Of(l.Type()), fmt.Sprintf("value%d_", i)})
	}
}

// unpack assigns several results; a struct or an array that exists keeps its
// identity.
func (w *writer) unpack(s *ir.Unpack) {
	var places []string
	var later []func()
	for i, l := range s.L {
		switch {
		case l == nil:
			places = append(places, "_")
		case ir.IsAggregate(l.Type()) && s.Declares[i] == nil:
			name := fmt.Sprintf("value%d_", i)
			places = append(places, name)
			later = append(later, func() { w.assign(l, &spare{ir.Of(l.Type()), name}) })
		default:
			places = append(places, w.expr(l))
		}
	}
	w.Line("%s = %s", strings.Join(places, ", "), w.expr(s.X))
	for _, set := range later {
		set()
	}
}

// spare is a temporary variable that is not read again, so its value need not be
// copied.
type spare struct {
	ir.Typed
	name string
}
