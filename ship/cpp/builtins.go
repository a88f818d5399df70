package cpp

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

func (w *writer) builtin(x *ir.Builtin) string {
	args := text.Each(x.Args, w.expr)
	switch x.Op {
	case ir.OpLen:
		switch t := ir.Under(x.Args[0].Type()).(type) {
		case *ir.Slice:
			return w.operand(x.Args[0], postfix) + ".size"
		case *ir.Basic:
			return fmt.Sprintf("int64_t(%s.size())", w.operand(x.Args[0], postfix))
		default:
			w.Fail("len of %T", t)
		}
	case ir.OpCap:
		return w.operand(x.Args[0], postfix) + ".room"
	case ir.OpMin:
		return folded("std::min<"+w.typ(x.Type())+">", args)
	case ir.OpMax:
		return folded("std::max<"+w.typ(x.Type())+">", args)
	case ir.OpAppend:
		return folded("append", args)
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
	return op.CPP()
}

// folded applies a function of two operands from left to right.
func folded(name string, args []string) string {
	s := args[0]
	for _, a := range args[1:] {
		s = fmt.Sprintf("%s(%s, %s)", name, s, a)
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
