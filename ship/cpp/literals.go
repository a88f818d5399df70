package cpp

import (
	"fmt"
	"go/constant"
	"math"
	"strconv"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// literal is a constant with the suffix that its type needs.
func (w *writer) literal(v constant.Value, t ir.Type) string {
	switch kind := ir.KindOf(t); kind {
	case ir.Bool:
		return v.String()
	case ir.String:
		if s := constant.StringVal(v); strings.Contains(s, "\x00") {
			return fmt.Sprintf("std::string(%s, %d)", quoted(s), len(s))
		}
		return quoted(constant.StringVal(v))
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
			w.Fail("the constant %s", v)
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

// quoted is a literal of chars. \? keeps trigraphs away.
func quoted(s string) string {
	return text.Quoted(s, map[byte]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '?': `\?`}, `\%03o`)
}

func (w *writer) structLit(x *ir.StructLit) string {
	s := ir.Under(x.Type()).(*ir.Struct)
	fields, given := make([]string, len(x.Fields)), false
	for i, f := range x.Fields {
		if fields[i] = w.zero(s.Fields[i].Type); f != nil {
			fields[i], given = w.braced(f), true
		}
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
	values := text.Each(x.Given(), func(e ir.Expr) string { return text.Or(e, w.braced, w.zero(elem)) })
	list := text.Wrapped(values)
	if _, ok := ir.Under(x.Type()).(*ir.Slice); ok {
		return fmt.Sprintf("listOf<%s>({%s})", w.typ(elem), list)
	}
	if len(values) == 0 {
		return w.typ(x.Type()) + "()"
	}
	return fmt.Sprintf("%s{{%s}}", w.typ(x.Type()), list)
}
