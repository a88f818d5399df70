package python

import (
	"fmt"
	"go/token"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) stmts(list []ir.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *writer) inner(list []ir.Stmt) {
	w.Depth++
	w.stmts(list)
	if !anything(list) {
		w.Line("pass")
	}
	w.Depth--
}

// anything reports whether a list has anything but comments.
func anything(list []ir.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Comment:
		case *ir.Block:
			if anything(s.Body) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Comment:
		w.Comment(s.Text)
	case *ir.Declare:
		w.declare(s)
	case *ir.Assign:
		w.assign(s.L, s.R)
	case *ir.Together:
		w.together(s)
	case *ir.Update:
		w.update(s)
	case *ir.Unpack:
		w.unpack(s)
	case *ir.CallStmt:
		w.effect(s.X)
	default:
		w.flow(s)
	}
}

func (w *writer) flow(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.If:
		w.branches(s)
	case *ir.Loop:
		w.loop(nil, s)
	case *ir.Count:
		w.count(s)
	case *ir.Each:
		w.each(s)
	case *ir.Return:
		w.returning = true
		values := text.List(s.X, w.returned)
		w.returning = false
		w.Line("%s", strings.TrimRight("return "+values, " "))
	case *ir.Break:
		w.Line("break")
	case *ir.Continue:
		w.stmts(w.posts[len(w.posts)-1])
		w.Line("continue")
	case *ir.Block:
		if first, loop, ok := text.CountingLoop(s); ok {
			w.loop(first, loop)
		} else {
			w.stmts(s.Body)
		}
	case *ir.Panic:
		w.Line("raise SystemError(%s)", w.expr(s.X))
	default:
		w.Fail("statement %T", s)
	}
}

// branches writes if, elif for each else that is one more if, and else.
func (w *writer) branches(s *ir.If) {
	w.Line("if %s:", w.expr(s.Cond))
	w.inner(s.Then)
	for next, ok := text.Only(s.Else); ok; next, ok = text.Only(s.Else) {
		s = next
		w.Line("elif %s:", w.expr(s.Cond))
		w.inner(s.Then)
	}
	if len(s.Else) > 0 {
		w.Line("else:")
		w.inner(s.Else)
	}
}

// declare writes the declaration of a local variable. A pointer that is an alias
// becomes a list or an object and the place in it.
func (w *writer) declare(s *ir.Declare) {
	switch {
	case s.X == nil:
		w.Line("%s = %s", s.Var.Name, w.zero(s.Var.Type))
	case w.aliases[s.Var]:
		switch place := s.X.(*ir.AddressOf).X.(type) {
		case *ir.IndexOf:
			w.Line("%s, %s_at = %s, %s", s.Var.Name, s.Var.Name, w.expr(place.X), w.expr(place.Index))
		case *ir.FieldOf:
			w.Line("%s = %s", s.Var.Name, w.expr(place.X))
		}
	case w.written[s.Var]:
		value, ok := w.window(s.X)
		if !ok {
			value = w.value(s.X)
		}
		w.Line("%s = %s", s.Var.Name, value)
	default:
		w.Line("%s = %s", s.Var.Name, w.value(s.X))
	}
}

func (w *writer) effect(x ir.Expr) {
	if b, ok := x.(*ir.Builtin); ok && b.Op == ir.OpCopy {
		to, low, high := b.Args[0], "0", "None"
		if s, ok := to.(*ir.SliceOf); ok {
			to = s.X
			low, high = text.Or(s.Low, w.expr, low), text.Or(s.High, w.expr, high)
		}
		if ir.IsAggregate(ir.Elem(to.Type())) {
			w.Fail("copy of structs or arrays")
		}
		w.Line("copy_into(%s, %s, %s, %s)", w.expr(to), low, high, w.expr(b.Args[1]))
		return
	}
	w.Line("%s", w.expr(x))
}

// loop writes a while loop, or a for loop over a range if the loop only counts.
func (w *writer) loop(first *ir.Declare, s *ir.Loop) {
	if first != nil {
		if r, ok := w.counting(first, s); ok {
			w.Line("for %s in %s:", first.Var.Name, r)
			w.body(s.Body, nil)
			return
		}
		w.stmt(first)
	}
	cond := "True"
	if s.Cond != nil {
		cond = w.expr(s.Cond)
	}
	w.Line("while %s:", cond)
	w.body(s.Body, s.Post)
}

// body writes the body of a loop and its post statements.
func (w *writer) body(list, post []ir.Stmt) {
	w.posts = append(w.posts, post)
	all := append(append([]ir.Stmt{}, list...), post...)
	w.inner(all)
	w.posts = w.posts[:len(w.posts)-1]
}

func (w *writer) count(s *ir.Count) {
	w.Line("for %s in range(%s):", s.Var.Name, w.expr(s.N))
	w.body(s.Body, nil)
}

func (w *writer) each(s *ir.Each) {
	list := w.expr(s.X)
	switch {
	case s.Value == nil:
		w.Line("for %s in range(%s):", s.Key.Name, w.length(s.X))
		w.body(s.Body, nil)
		return
	case !ir.Quiet(s.Body):
		// The loop may change its list: Go ranges over a copy of an array, but reads
		// each element of a slice when its turn comes.
		if _, ok := ir.Under(s.X.Type()).(*ir.Slice); !ok {
			list = w.value(s.X)
		}
		w.Line("%s = %s", s.List.Name, list)
		w.Line("for %s in range(len(%s)):", s.Key.Name, s.List.Name)
		w.Depth++
		w.Line("%s = %s", s.Value.Name, w.copyOf(fmt.Sprintf("%s[%s]", s.List.Name, s.Key.Name), s.Value.Type))
		w.Depth--
		w.body(s.Body, nil)
		return
	case s.Key.Hidden:
		w.Line("for %s in %s:", s.Value.Name, list)
	default:
		w.Line("for %s, %s in enumerate(%s):", s.Key.Name, s.Value.Name, list)
	}
	if ir.IsAggregate(s.Value.Type) && (s.Value.Sets > 0 || s.Value.Addressed) {
		w.Depth++
		w.Line("%s = %s", s.Value.Name, w.copyOf(s.Value.Name, s.Value.Type))
		w.Depth--
	}
	w.body(s.Body, nil)
}

// length is the number of elements of a list.
func (w *writer) length(x ir.Expr) string {
	if n, ok := ir.Length(x.Type()); ok {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("len(%s)", w.expr(x))
}

// counting is the range of a loop that counts up or down by one, if it is one.
func (w *writer) counting(first *ir.Declare, s *ir.Loop) (string, bool) {
	step, cond := ir.Counter(first, s)
	if step == nil || !w.fixed(cond.Y, s.Body) {
		return "", false
	}
	from, to := w.expr(first.X), w.expr(cond.Y)
	switch [2]token.Token{step.Op, cond.Op} {
	case [2]token.Token{token.ADD, token.LSS}:
		if from == "0" {
			return fmt.Sprintf("range(%s)", to), true
		}
		return fmt.Sprintf("range(%s, %s)", from, to), true
	case [2]token.Token{token.ADD, token.LEQ}:
		return fmt.Sprintf("range(%s, %s + 1)", from, w.operand(cond.Y, sums)), true
	case [2]token.Token{token.SUB, token.GTR}:
		return fmt.Sprintf("range(%s, %s, -1)", from, to), true
	case [2]token.Token{token.SUB, token.GEQ}:
		return fmt.Sprintf("range(%s, %s - 1, -1)", from, w.operand(cond.Y, sums)), true
	}
	return "", false
}

// fixed reports whether an expression has the same value in each iteration.
func (w *writer) fixed(x ir.Expr, body []ir.Stmt) bool {
	switch x := x.(type) {
	case *ir.Lit, *ir.ConstRef:
		return true
	case *ir.VarRef:
		return !x.Var.Global && (x.Var.Sets == 0 || !ir.Assigns(body, x.Var))
	case *ir.Binary:
		return w.fixed(x.X, body) && w.fixed(x.Y, body)
	case *ir.Builtin: // the length of a list that does not change
		return x.Op == ir.OpLen && w.fixed(x.Args[0], body) && ir.Quiet(body)
	}
	return false
}

// assign writes an assignment. A struct or an array keeps its identity, as there
// may be pointers to it.
func (w *writer) assign(l, r ir.Expr) {
	if ir.IsAggregate(l.Type()) {
		if v, ok := l.(*ir.VarRef); ok && !v.Var.Addressed && !v.Var.Global {
			w.Line("%s = %s", v.Var.Name, w.value(r))
			return
		}
		from := w.operand(r, postfix)
		if _, isArray := ir.Under(l.Type()).(*ir.Array); isArray && ir.Fresh(r) {
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
		w.assign(l, &ir.Spare{Typed: ir.Of(l.Type()), Name: fmt.Sprintf("value%d_", i)})
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
			later = append(later, func() { w.assign(l, &ir.Spare{Typed: ir.Of(l.Type()), Name: name}) })
		default:
			places = append(places, w.expr(l))
		}
	}
	w.Line("%s = %s", strings.Join(places, ", "), w.expr(s.X))
	for _, set := range later {
		set()
	}
}
