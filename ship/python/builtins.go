package python

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
)

// names are the functions of the runtime that stand for others.
var names = map[string]string{
	"math/bits.OnesCount": "popcount", "math/bits.OnesCount8": "popcount", "math/bits.OnesCount16": "popcount",
	"math/bits.OnesCount32": "popcount", "math/bits.OnesCount64": "popcount",
	"math/bits.TrailingZeros": "ctz64", "math/bits.TrailingZeros32": "ctz32", "math/bits.TrailingZeros64": "ctz64",
	"math/bits.TrailingZeros8": "ctz8", "math/bits.TrailingZeros16": "ctz16", "math/bits.Len64": "int.bit_length",
	"math.Pow": "math.pow", "math.Sqrt": "math.sqrt", "math.Exp": "math.exp", "math.Log": "math.log",
	"math.Floor": "floor", "math.Round": "round_half_away", "math.Abs": "abs", "math.Signbit": "sign_bit",
	"math.IsNaN": "math.isnan", "math.IsInf": "is_infinite", "strconv.ParseFloat": "parse_float",
	"errors.New": "str", "error.Error": "str",
	"text.number": "str", "text.bytes": "text_of", "text.quoted": "quoted", "text.quotedByte": "quoted_byte", "text.byte": "chr", "text.hex8": "hexadecimal8",
	"search/cputime.Process": "cpu_time", "search/cputime.Thread": "cpu_time",
	"ship/player/system.Read": "read_file", "ship/player/system.Replace": "replace_file", "ship/player/system.Warn": "warn",
	"ship/player/system.Argument": "argument", "ship/player/system.Input": "read_input", "ship/player/system.Print": "print_out",
	"ship/player/network.Connect": "open_line", "ship/player/network.Send": "send_text", "ship/player/network.Receive": "receive_bytes",
	"ship/player/network.Close": "close_line", "ship/player/network.Now": "time.monotonic_ns", "ship/player/network.Pause": "pause_for",
	"ship/player/network.Password": "ask_password",
}

// name is the runtime's function for one that has no body in Go.
func (w *writer) name(op string) string {
	name := names[strings.TrimPrefix(op, "evolab/")]
	if name == "" {
		w.fail("there is no Python for %s", op)
	}
	return name
}

func (w *writer) builtin(x *ir.Builtin) term {
	switch x.Op {
	case "len", "cap":
		return term{w.length(x.Args[0]), postfix}
	case "min", "max":
		return term{fmt.Sprintf("%s(%s)", x.Op, strings.Join(w.exprs(x.Args), ", ")), postfix}
	case "append":
		return w.appended(x)
	case "append...":
		return w.appendedAll(x)
	case "make":
		return term{w.makes(x), postfix}
	case "handed over":
		return w.term(x.Args[0])
	case "copy":
		w.fail("copy, used for the number of elements")
	case "text", "error":
		var parts []string
		for _, a := range x.Args {
			parts = append(parts, w.operand(a, sums))
		}
		return term{strings.Join(parts, " + "), sums}
	}
	return term{fmt.Sprintf("%s(%s)", w.name(x.Op), strings.Join(w.exprs(x.Args), ", ")), postfix}
}

// appended is append as an expression: a new list, or the old one made longer.
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
		return term{fmt.Sprintf("%s + %s", w.operand(list, sums), w.extension2(x.Args[1])), sums}
	}
	return term{fmt.Sprintf("appended(%s, %s)", w.expr(list), w.extension(x.Args[1])), postfix}
}

// newList reports whether an expression is a list that nobody else has.
func newList(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.SliceOf:
		return x.Low != nil || x.High != nil
	case *ir.Zero, *ir.ListLit:
		return true
	case *ir.Builtin:
		return x.Op == "make" || (x.Op == "append" || x.Op == "append...") && newList(x.Args[0])
	}
	return false
}

// extension is a list that is appended, or the bytes of a text.
func (w *writer) extension(x ir.Expr) string {
	if ir.KindOf(x.Type()) == ir.String {
		return fmt.Sprintf("bytes_of(%s)", w.expr(x))
	}
	return w.expr(x)
}

func (w *writer) extension2(x ir.Expr) string {
	if ir.KindOf(x.Type()) == ir.String {
		return fmt.Sprintf("bytes_of(%s)", w.expr(x))
	}
	return w.operand(x, products)
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

// copyInto is copy as a statement; the target may be a part of a list.
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
