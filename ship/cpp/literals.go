package cpp

import (
	"fmt"
	"go/constant"
	"math"
	"strconv"
	"strings"

	"evolab/ship/ir"
)

// literal is a constant with the suffix that its type needs.
func (w *writer) literal(v constant.Value, t ir.Type) string {
	switch kind := ir.KindOf(t); kind {
	case ir.Bool:
		return v.String()
	case ir.String:
		return quote(constant.StringVal(v))
	case ir.Float64:
		f, _ := constant.Float64Val(v)
		s := strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	case ir.Uint64, ir.Uint32:
		n, _ := constant.Uint64Val(constant.ToInt(v))
		suffix := "u"
		if n > math.MaxUint32 {
			suffix = "ULL"
		}
		if n > 1<<16 {
			return fmt.Sprintf("0x%x%s", n, suffix)
		}
		return fmt.Sprint(n)
	default:
		n, ok := constant.Int64Val(constant.ToInt(v))
		if !ok {
			w.fail("the constant %s", v)
		}
		switch {
		case n == math.MinInt64:
			return "(-9223372036854775807LL - 1)"
		case n > math.MaxInt32 || n < -math.MaxInt32:
			return fmt.Sprintf("%dLL", n)
		}
		return fmt.Sprint(n)
	}
}

// quote is a string literal with bytes beyond ASCII in octal.
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
		case c == '?':
			b.WriteString(`\?`) // no trigraphs
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// constRef is a named constant, converted to the type of its use.
func (w *writer) constRef(x *ir.ConstRef) string {
	if ir.KindOf(x.Type()) == ir.KindOf(x.Const.Type) {
		return x.Const.Name
	}
	return fmt.Sprintf("%s(%s)", w.typ(x.Type()), x.Const.Name)
}

func (w *writer) structLit(x *ir.StructLit) string {
	s := ir.Under(x.Type()).(*ir.Struct)
	var fields []string
	given := false
	for i, f := range x.Fields {
		if f == nil {
			fields = append(fields, w.zero(s.Fields[i].Type))
			continue
		}
		given = true
		fields = append(fields, w.braced(f))
	}
	if !given {
		return w.zero(x.Type())
	}
	return fmt.Sprintf("%s{%s}", w.typ(x.Type()), strings.Join(fields, ", "))
}

// braced is a value inside braces, where C++ refuses narrowing conversions.
func (w *writer) braced(x ir.Expr) string {
	s := w.expr(x)
	k := ir.KindOf(x.Type())
	if b, ok := x.(*ir.Binary); ok && k.Bits() > 0 && k.Bits() < 32 && bitwise[b.Op] {
		return fmt.Sprintf("%s(%s)", w.typ(x.Type()), s)
	}
	return s
}

func (w *writer) listLit(x *ir.ListLit) string {
	elem := ir.Elem(x.Type())
	elems := x.Elems
	for len(elems) > 0 && elems[len(elems)-1] == nil {
		elems = elems[:len(elems)-1]
	}
	var values []string
	for _, e := range elems {
		if e == nil {
			values = append(values, w.zero(elem))
			continue
		}
		values = append(values, w.braced(e))
	}
	list := wrapped(values)
	if _, ok := ir.Under(x.Type()).(*ir.Slice); ok {
		return fmt.Sprintf("listOf<%s>({%s})", w.typ(elem), list)
	}
	if len(values) == 0 {
		return w.typ(x.Type()) + "()"
	}
	return fmt.Sprintf("%s{{%s}}", w.typ(x.Type()), list)
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
