package cpp

import (
	"fmt"

	"evolab/ship/ir"
	"evolab/ship/text"
)

var kinds = map[ir.Kind]string{
	ir.Bool: "bool", ir.Int8: "int8_t", ir.Int16: "int16_t", ir.Int32: "int32_t", ir.Int64: "int64_t",
	ir.Uint8: "uint8_t", ir.Uint16: "uint16_t", ir.Uint32: "uint32_t", ir.Uint64: "uint64_t",
	ir.Float64: "double", ir.String: "std::string", ir.Error: "Error", ir.Void: "void",
}

// typ is a type in C++.
func (w *writer) typ(t ir.Type) string {
	switch t := t.(type) {
	case *ir.Basic:
		return kinds[t.Kind]
	case *ir.Named:
		return t.Name
	case *ir.Struct:
		return t.Name
	case *ir.Array:
		return fmt.Sprintf("std::array<%s, %d>", w.typ(t.Elem), t.Len)
	case *ir.Slice:
		return fmt.Sprintf("Slice<%s>", w.typ(t.Elem))
	case *ir.Pointer:
		return w.typ(t.Elem) + "*"
	case *ir.Signature:
		return fmt.Sprintf("std::add_pointer<%s(%s)>::type", w.typ(t.Result), text.List(t.Params, w.typ))
	case *ir.Tuple:
		return fmt.Sprintf("std::tuple<%s>", text.List(t.List, w.typ))
	}
	w.Fail("type %T", t)
	return "?"
}

// zero is the zero value of a type.
func (w *writer) zero(t ir.Type) string {
	switch under := ir.Under(t).(type) {
	case *ir.Basic:
		switch under.Kind {
		case ir.Bool:
			return "false"
		case ir.String:
			return "std::string()"
		case ir.Error:
			return "nullptr"
		}
		return "0"
	case *ir.Pointer, *ir.Signature:
		return "nullptr"
	}
	return w.typ(t) + "()"
}
