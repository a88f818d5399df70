package python

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

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

// newList reports whether an expression makes a list.
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
