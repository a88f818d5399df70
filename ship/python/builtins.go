package python

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
)

// names maps operations to functions of Python or of the runtime.
var names = [...]string{
	ir.OpMin: "min", ir.OpMax: "max",
	ir.OpOnesCount: "popcount", ir.OpOnesCount8: "popcount", ir.OpOnesCount16: "popcount",
	ir.OpOnesCount32: "popcount", ir.OpOnesCount64: "popcount",
	ir.OpTrailingZeros: "ctz64", ir.OpTrailingZeros32: "ctz32", ir.OpTrailingZeros64: "ctz64",
	ir.OpTrailingZeros8: "ctz8", ir.OpTrailingZeros16: "ctz16", ir.OpLen64: "int.bit_length",
	ir.OpPow: "math.pow", ir.OpSqrt: "math.sqrt", ir.OpExp: "math.exp", ir.OpLog: "math.log",
	ir.OpFloor: "floor", ir.OpRound: "round_half_away", ir.OpAbs: "abs", ir.OpSignbit: "sign_bit",
	ir.OpIsNaN: "math.isnan", ir.OpIsInf: "is_infinite", ir.OpParseFloat: "parse_float",
	ir.OpNewError: "str", ir.OpErrorText: "str",
	ir.OpDecimal: "str", ir.OpBytesText: "text_of", ir.OpQuoted: "quoted", ir.OpQuotedByte: "quoted_byte", ir.OpByteText: "chr", ir.OpHex8: "hexadecimal8",
	ir.OpProcessTime: "cpu_time", ir.OpThreadTime: "cpu_time",
	ir.OpReadFile: "read_file", ir.OpReplaceFile: "replace_file", ir.OpWarn: "warn",
	ir.OpArgument: "argument", ir.OpInput: "read_input", ir.OpPrint: "print_out",
	ir.OpConnect: "open_line", ir.OpSend: "send_text", ir.OpReceive: "receive_bytes",
	ir.OpClose: "close_line", ir.OpNow: "time.monotonic_ns", ir.OpPause: "pause_for",
	ir.OpPassword: "ask_password",
}

func (w *writer) builtin(x *ir.Builtin) term {
	switch x.Op {
	case ir.OpLen, ir.OpCap:
		return term{w.length(x.Args[0]), postfix}
	case ir.OpAppend:
		return w.appended(x)
	case ir.OpAppendAll:
		return w.appendedAll(x)
	case ir.OpMake:
		return term{w.makes(x), postfix}
	case ir.OpCopy:
		w.fail("copy, used for the number of elements")
	case ir.OpJoin, ir.OpJoinError:
		var parts []string
		for _, a := range x.Args {
			parts = append(parts, w.operand(a, sums))
		}
		return term{strings.Join(parts, " + "), sums}
	}
	return term{fmt.Sprintf("%s(%s)", names[x.Op], strings.Join(w.exprs(x.Args), ", ")), postfix}
}

// appended is append as an expression: a new list, or the old one extended.
func (w *writer) appended(x *ir.Builtin) term {
	list := x.Args[0]
	values := strings.Join(w.values(x.Args[1:]), ", ")
	if newList(list) {
		return term{fmt.Sprintf("%s + [%s]", w.operand(list, sums), values), sums}
	}
	return term{fmt.Sprintf("appended(%s, [%s])", w.expr(list), values), postfix}
}

func (w *writer) appendedAll(x *ir.Builtin) term {
	list := x.Args[0]
	if newList(list) {
		return term{fmt.Sprintf("%s + %s", w.operand(list, sums), w.extension(x.Args[1], products)), sums}
	}
	return term{fmt.Sprintf("appended(%s, %s)", w.expr(list), w.extension(x.Args[1], loosest)), postfix}
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

func (w *writer) makes(x *ir.Builtin) string {
	elem := ir.Elem(x.Type())
	if n, ok := x.Args[0].(*ir.Lit); ok && n.Value.ExactString() == "0" {
		return "[]"
	}
	if ir.IsAggregate(elem) {
		return fmt.Sprintf("[%s for _ in range(%s)]", w.zero(elem), w.expr(x.Args[0]))
	}
	return fmt.Sprintf("[%s] * %s", w.zero(elem), w.operand(x.Args[0], prefix))
}

// copyInto writes copy as a statement; its target may be part of a list.
func (w *writer) copyInto(x *ir.Builtin) {
	to, low, high := x.Args[0], "0", "None"
	if s, ok := to.(*ir.SliceOf); ok {
		to = s.X
		if s.Low != nil {
			low = w.expr(s.Low)
		}
		if s.High != nil {
			high = w.expr(s.High)
		}
	}
	if ir.IsAggregate(ir.Elem(to.Type())) {
		w.fail("copy of structs or arrays")
	}
	w.line("copy_into(%s, %s, %s, %s)", w.expr(to), low, high, w.expr(x.Args[1]))
}
