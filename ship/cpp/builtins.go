package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
)

// networkPackage is in front of the names of what network.cpp.txt brings.
const networkPackage = "ship/player/network."

// names are the functions of the runtime that stand for others.
var names = map[string]string{
	"math/bits.OnesCount": "popcount64", "math/bits.OnesCount8": "popcount32", "math/bits.OnesCount16": "popcount32",
	"math/bits.OnesCount32": "popcount32", "math/bits.OnesCount64": "popcount64",
	"math/bits.TrailingZeros": "ctz64", "math/bits.TrailingZeros32": "ctz32", "math/bits.TrailingZeros64": "ctz64",
	"math/bits.TrailingZeros8": "ctz8", "math/bits.TrailingZeros16": "ctz16", "math/bits.Len64": "bitLength",
	"math.Pow": "std::pow", "math.Sqrt": "std::sqrt", "math.Exp": "std::exp", "math.Log": "std::log",
	"math.Floor": "std::floor", "math.Round": "std::round", "math.Abs": "std::fabs", "math.Signbit": "std::signbit",
	"math.IsNaN": "std::isnan", "math.IsInf": "isInfinite", "strconv.ParseFloat": "parseFloat",
	"errors.New": "errorOf", "error.Error": "textOf",
	"text.number": "decimal", "text.bytes": "textOf", "text.quoted": "quoted", "text.quotedByte": "quotedByte", "text.byte": "byteText", "text.hex8": "hexadecimal8",
	"search/cputime.Process": "cpuTime", "search/cputime.Thread": "cpuTime",
	"ship/player/system.Read": "readFile", "ship/player/system.Replace": "replaceFile", "ship/player/system.Warn": "warn",
	"ship/player/system.Argument": "argument", "ship/player/system.Input": "readInput", "ship/player/system.Print": "printOut",
	networkPackage + "Connect": "openLine", networkPackage + "Send": "sendText", networkPackage + "Receive": "receiveBytes",
	networkPackage + "Close": "closeLine", networkPackage + "Now": "realTime", networkPackage + "Pause": "pauseFor",
	networkPackage + "Password": "askPassword",
}

func (w *writer) builtin(x *ir.Builtin) string {
	args := w.each2(x.Args)
	switch x.Op {
	case "len":
		switch t := ir.Under(x.Args[0].Type()).(type) {
		case *ir.Slice:
			return w.operand(x.Args[0], postfix) + ".size"
		case *ir.Basic:
			return fmt.Sprintf("int64_t(%s.size())", w.operand(x.Args[0], postfix))
		default:
			w.fail("len of %T", t)
		}
	case "cap":
		return w.operand(x.Args[0], postfix) + ".room"
	case "min", "max":
		return w.extreme("std::"+x.Op, w.typ(x.Type()), args)
	case "append":
		return w.appends(x, args)
	case "append...":
		return fmt.Sprintf("appendAll(%s, %s)", args[0], args[1])
	case "copy":
		return fmt.Sprintf("copyTo(%s, %s)", args[0], args[1])
	case "make":
		return fmt.Sprintf("makeSlice<%s>(%s)", w.typ(ir.Elem(x.Type())), strings.Join(args, ", "))
	case "text":
		return "(" + w.concatenated(args) + ")"
	case "error":
		return fmt.Sprintf("errorOf(%s)", w.concatenated(args))
	}
	return fmt.Sprintf("%s(%s)", w.name(x.Op), strings.Join(args, ", "))
}

// name is the runtime's function for one that has no body in Go.
func (w *writer) name(op string) string {
	op = strings.TrimPrefix(op, "evolab/")
	w.networked = w.networked || strings.HasPrefix(op, networkPackage)
	name := names[op]
	if name == "" {
		w.fail("there is no C++ for %s", op)
	}
	return name
}

// extreme is min or max of two values or more.
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

// concatenated joins texts; the first one makes the whole a text of C++.
func (w *writer) concatenated(args []string) string {
	if len(args) == 0 {
		return "std::string()"
	}
	if len(args) == 1 {
		return args[0]
	}
	return "std::string(" + args[0] + ") + " + strings.Join(args[1:], " + ")
}
