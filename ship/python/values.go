package python

import (
	"fmt"
	"go/constant"
	"strconv"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// zero is the zero value of a type.
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
	if !ir.IsAggregate(x.Type()) || fresh(x) {
		return w.expr(x)
	}
	return w.copyOf(w.operand(x, postfix), x.Type())
}

// fresh reports whether an expression makes a new value.
func fresh(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Call, *ir.CallValue, *ir.Builtin, *ir.StructLit, *ir.ListLit, *ir.Zero, *spare:
		return true
	case *ir.Convert:
		return fresh(x.X)
	}
	return false
}

// literal is a constant in Python.
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
		f, _ := constant.Float64Val(v)
		s := strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(s, ".en") {
			s += ".0"
		}
		return s
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
