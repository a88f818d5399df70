package python

import (
	"fmt"
	"go/constant"
	"strconv"
	"strings"

	"evolab/ship/ir"
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
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, w.zero(f.Type))
		}
		return fmt.Sprintf("%s(%s)", t.Name, strings.Join(fields, ", "))
	case *ir.Array:
		if ir.IsAggregate(t.Elem) {
			return fmt.Sprintf("[%s for _ in range(%d)]", w.zero(t.Elem), t.Len)
		}
		return fmt.Sprintf("[%s] * %d", w.zero(t.Elem), t.Len)
	case *ir.Slice:
		return "[]"
	}
	return "None"
}

// copyOf is a copy of the value of an expression.
func (w *writer) copyOf(text string, t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		w.copied[t] = true
		return text + ".copy()"
	case *ir.Array:
		if ir.IsAggregate(t.Elem) {
			return fmt.Sprintf("[%s for each in %s]", w.copyOf("each", t.Elem), text)
		}
		return text + "[:]"
	}
	return text
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

// returned is a value that is returned; a local variable need not be copied.
func (w *writer) returned(x ir.Expr) string {
	if v, ok := x.(*ir.VarRef); ok && !v.Var.Global && !w.params[v.Var] {
		return v.Var.Name
	}
	return w.value(x)
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
		return quote(constant.StringVal(v))
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

// quote is a string literal; each character stands for a byte.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (w *writer) structLit(x *ir.StructLit) string {
	s := ir.Under(x.Type()).(*ir.Struct)
	var fields []string
	for i, f := range x.Fields {
		if f == nil {
			fields = append(fields, w.zero(s.Fields[i].Type))
		} else {
			fields = append(fields, w.value(f))
		}
	}
	return fmt.Sprintf("%s(%s)", s.Name, strings.Join(fields, ", "))
}

func (w *writer) listLit(x *ir.ListLit) string {
	elem := ir.Elem(x.Type())
	elems := x.Elems
	rest := 0
	for len(elems) > 0 && elems[len(elems)-1] == nil {
		elems = elems[:len(elems)-1]
		rest++
	}
	var values []string
	for _, e := range elems {
		if e == nil {
			values = append(values, w.zero(elem))
		} else {
			values = append(values, w.value(e))
		}
	}
	if rest > 4 && !ir.IsAggregate(elem) {
		return fmt.Sprintf("[%s] + [%s] * %d", wrapped(values), w.zero(elem), rest)
	}
	for range rest {
		values = append(values, w.zero(elem))
	}
	return "[" + wrapped(values) + "]"
}

// wrapped joins values with commas, and breaks long lines.
func wrapped(values []string) string {
	var b strings.Builder
	width := 0
	for i, v := range values {
		if i > 0 {
			b.WriteString(",")
			if width+len(v) > 100 {
				b.WriteString("\n    ")
				width = 0
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(v)
		width += len(v) + 2
	}
	return b.String()
}
