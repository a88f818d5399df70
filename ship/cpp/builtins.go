package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
)

// names maps operations to functions of C++ or of the runtime.
var names = [...]string{
	ir.OpOnesCount: "popcount64", ir.OpOnesCount8: "popcount32", ir.OpOnesCount16: "popcount32",
	ir.OpOnesCount32: "popcount32", ir.OpOnesCount64: "popcount64",
	ir.OpTrailingZeros: "ctz64", ir.OpTrailingZeros32: "ctz32", ir.OpTrailingZeros64: "ctz64",
	ir.OpTrailingZeros8: "ctz8", ir.OpTrailingZeros16: "ctz16", ir.OpLen64: "bitLength",
	ir.OpPow: "std::pow", ir.OpSqrt: "std::sqrt", ir.OpExp: "std::exp", ir.OpLog: "std::log",
	ir.OpFloor: "std::floor", ir.OpRound: "std::round", ir.OpAbs: "std::fabs", ir.OpSignbit: "std::signbit",
	ir.OpIsNaN: "std::isnan", ir.OpIsInf: "isInfinite", ir.OpParseFloat: "parseFloat",
	ir.OpNewError: "errorOf", ir.OpErrorText: "textOf",
	ir.OpDecimal: "decimal", ir.OpBytesText: "textOf", ir.OpQuoted: "quoted", ir.OpQuotedByte: "quotedByte", ir.OpByteText: "byteText", ir.OpHex8: "hexadecimal8",
	ir.OpProcessTime: "cpuTime", ir.OpThreadTime: "cpuTime",
	ir.OpReadFile: "readFile", ir.OpReplaceFile: "replaceFile", ir.OpWarn: "warn",
	ir.OpArgument: "argument", ir.OpInput: "readInput", ir.OpPrint: "printOut",
	ir.OpConnect: "openLine", ir.OpSend: "sendText", ir.OpReceive: "receiveBytes",
	ir.OpClose: "closeLine", ir.OpNow: "realTime", ir.OpPause: "pauseFor",
	ir.OpPassword: "askPassword",
}

func (w *writer) builtin(x *ir.Builtin) string {
	args := w.exprs(x.Args)
	switch x.Op {
	case ir.OpLen:
		switch t := ir.Under(x.Args[0].Type()).(type) {
		case *ir.Slice:
			return w.operand(x.Args[0], postfix) + ".size"
		case *ir.Basic:
			return fmt.Sprintf("int64_t(%s.size())", w.operand(x.Args[0], postfix))
		default:
			w.fail("len of %T", t)
		}
	case ir.OpCap:
		return w.operand(x.Args[0], postfix) + ".room"
	case ir.OpMin:
		return w.extreme("std::min", w.typ(x.Type()), args)
	case ir.OpMax:
		return w.extreme("std::max", w.typ(x.Type()), args)
	case ir.OpAppend:
		return w.appends(x, args)
	case ir.OpAppendAll:
		return fmt.Sprintf("appendAll(%s, %s)", args[0], args[1])
	case ir.OpCopy:
		return fmt.Sprintf("copyTo(%s, %s)", args[0], args[1])
	case ir.OpMake:
		return fmt.Sprintf("makeSlice<%s>(%s)", w.typ(ir.Elem(x.Type())), strings.Join(args, ", "))
	case ir.OpJoin:
		return "(" + w.concatenated(args) + ")"
	case ir.OpJoinError:
		return fmt.Sprintf("errorOf(%s)", w.concatenated(args))
	}
	return fmt.Sprintf("%s(%s)", w.name(x.Op), strings.Join(args, ", "))
}

// name is the name of the function for an operation.
func (w *writer) name(op ir.Op) string {
	w.networked = w.networked || op.Networked()
	return names[op]
}

// extreme is the minimum or maximum of two or more values.
func (w *writer) extreme(name, t string, args []string) string {
	s := args[0]
	for _, a := range args[1:] {
		s = fmt.Sprintf("%s<%s>(%s, %s)", name, t, s, a)
	}
	return s
}

func (w *writer) appends(x *ir.Builtin, args []string) string {
	s := args[0]
	for _, a := range args[1:] {
		s = fmt.Sprintf("append(%s, %s)", s, a)
	}
	return s
}

// concatenated is a concatenation; its first operand becomes a std::string.
func (w *writer) concatenated(args []string) string {
	if len(args) == 0 {
		return "std::string()"
	}
	if len(args) == 1 {
		return args[0]
	}
	return "std::string(" + args[0] + ") + " + strings.Join(args[1:], " + ")
}
