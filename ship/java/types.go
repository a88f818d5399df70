package java

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

// kinds are the types of variables, parameters and results.
var kinds = map[ir.Kind]string{
	ir.Bool: "boolean", ir.Int8: "byte", ir.Int16: "short", ir.Int32: "int", ir.Int64: "long",
	ir.Uint8: "int", ir.Uint16: "int", ir.Uint32: "int", ir.Uint64: "long",
	ir.Float64: "double", ir.String: "String", ir.Error: "String", ir.Void: "void",
}

func (w *writer) typ(t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Basic:
		return kinds[t.Kind]
	case *ir.Struct:
		return w.classID(t.Name)
	case *ir.Array:
		return w.stored(t.Elem) + "[]"
	case *ir.Slice:
		l := w.listOf(t)
		if l.name == "Slice" {
			return fmt.Sprintf("Slice<%s>", w.typ(t.Elem))
		}
		return l.name
	case *ir.Pointer:
		if ir.IsAggregate(t.Elem) {
			return w.typ(t.Elem)
		}
		of := w.typ(t.Elem)
		return strings.ToUpper(of[:1]) + of[1:] + "Ref"
	case *ir.Signature:
		return w.functionsOf(t).name
	case *ir.Tuple:
		return w.tuple(t)
	}
	w.Fail("type %T", t)
	return "?"
}

func (w *writer) tuple(t *ir.Tuple) string {
	types := text.Each(t.List, w.typ)
	name := tuplePrefix + strings.NewReplacer("[]", "s", "<", "_", ">", "").Replace(strings.Join(types, "_"))
	fields := make([]string, len(types))
	for i, typ := range types {
		fields[i] = typ + " " + resultName(i)
	}
	w.tuples[name] = strings.Join(fields, "; ")
	return name
}

// stored is the type of an element of an array or of a field.
func (w *writer) stored(t ir.Type) string {
	switch ir.KindOf(t) {
	case ir.Uint8:
		return "byte"
	case ir.Uint16:
		return "char"
	}
	return w.typ(t)
}

func (w *writer) narrowed(s string, t ir.Type) string {
	switch ir.KindOf(t) {
	case ir.Uint8:
		return "(byte) " + s
	case ir.Uint16:
		return "(char) " + s
	}
	return s
}

// isChar reports whether Java takes an expression for a char: a uint16 that is
// stored.
func (w *writer) isChar(x ir.Expr) bool {
	if ir.KindOf(x.Type()) != ir.Uint16 {
		return false
	}
	switch x := x.(type) {
	case *ir.FieldOf:
		return true
	case *ir.IndexOf:
		_, isSlice := ir.Under(x.X.Type()).(*ir.Slice)
		return !isSlice
	}
	return false
}

func (w *writer) zero(t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Basic:
		switch t.Kind {
		case ir.Bool:
			return "false"
		case ir.Int8:
			return "(byte) 0"
		case ir.Int16:
			return "(short) 0"
		case ir.Float64:
			return "0.0"
		case ir.String:
			return `""`
		case ir.Error:
			return "null"
		}
		return "0"
	case *ir.Struct:
		return fmt.Sprintf("new %s()", w.typ(t))
	case *ir.Array:
		return w.zeroArray(t)
	case *ir.Slice:
		return w.listOf(t).name + ".NONE"
	}
	return "null"
}

func (w *writer) zeroArray(t *ir.Array) string {
	var lengths []string
	var elem ir.Type = t
	for {
		a, ok := ir.Under(elem).(*ir.Array)
		if !ok {
			break
		}
		lengths = append(lengths, fmt.Sprint(a.Len))
		elem = a.Elem
	}
	made := fmt.Sprintf("new %s[%s]", strings.Split(w.stored(elem), "<")[0], strings.Join(lengths, "]["))
	switch elem := ir.Under(elem).(type) {
	case *ir.Struct:
		w.arrays[elem] = max(w.arrays[elem], len(lengths))
		return fmt.Sprintf("%s.zeros(%s)", w.typ(elem), strings.Join(lengths, ", "))
	case *ir.Slice:
		if len(lengths) > 1 {
			w.Fail("an array of arrays of slices")
		}
		return fmt.Sprintf("filled(%s, %s)", made, w.zero(elem))
	case *ir.Basic:
		if elem.Kind == ir.String {
			return fmt.Sprintf("filled(%s, \"\")", made)
		}
	}
	return made
}

// copyOf is a copy of the value of an expression that can be followed by a dot.
func (w *writer) copyOf(s string, t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		return s + ".copy()"
	case *ir.Array:
		if ir.IsAggregate(t.Elem) {
			w.deep(t)
			return fmt.Sprintf("copied(%s)", s)
		}
		return s + ".clone()"
	}
	return s
}

// deep refuses arrays of arrays of pointers: a copy would copy what these point to.
func (w *writer) deep(t *ir.Array) {
	elem := t.Elem
	for {
		a, ok := ir.Under(elem).(*ir.Array)
		if !ok {
			break
		}
		elem = a.Elem
	}
	if ir.Pointee(elem) != nil {
		w.Fail("a copy of an array of arrays of pointers")
	}
}

// setPlace assigns a value; structs and arrays keep their identity, as there may
// be pointers to them.
func (w *writer) setPlace(to, from string, t ir.Type) {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		w.Line("%s.set(%s);", to, from)
	case *ir.Array:
		if ir.IsAggregate(t.Elem) {
			w.deep(t)
			w.Line("setAll(%s, %s);", to, from)
			return
		}
		w.Line("System.arraycopy(%s, 0, %s, 0, %d);", from, to, t.Len)
	default:
		w.Line("%s = %s;", to, from)
	}
}

func (w *writer) same(a, b string, t ir.Type) string {
	switch t := ir.Under(t).(type) {
	case *ir.Struct:
		return fmt.Sprintf("%s.same(%s)", a, b)
	case *ir.Array:
		if _, ok := ir.Under(t.Elem).(*ir.Basic); ok && ir.KindOf(t.Elem) != ir.Error {
			return fmt.Sprintf("Arrays.equals(%s, %s)", a, b)
		}
		if inner, ok := ir.Under(t.Elem).(*ir.Array); ok && ir.KindOf(inner.Elem) != ir.Void {
			return fmt.Sprintf("Arrays.deepEquals(%s, %s)", a, b)
		}
		w.Fail("a comparison of such arrays")
	case *ir.Basic:
		if t.Kind == ir.String {
			return fmt.Sprintf("%s.equals(%s)", a, b)
		}
	}
	return fmt.Sprintf("%s == %s", a, b)
}

// list is a class of slices, by the type of the elements in its array.
type list struct{ name, stored, value string }

// lists are the classes of slices; value is the type in which an element is read
// and written.
var lists = []list{
	{"Longs", "long", "long"}, {"Ints", "int", "int"}, {"Shorts", "short", "short"}, {"Chars", "char", "int"},
	{"Bytes", "byte", "int"}, {"Bools", "boolean", "boolean"}, {"Doubles", "double", "double"},
}

func (w *writer) listOf(t *ir.Slice) list {
	if _, ok := ir.Under(t.Elem).(*ir.Basic); ok && ir.KindOf(t.Elem) != ir.String && ir.KindOf(t.Elem) != ir.Error {
		if ir.KindOf(t.Elem) == ir.Int8 {
			w.Fail("a slice of int8")
		}
		stored := w.stored(t.Elem)
		for _, l := range lists {
			if l.stored == stored {
				w.lists[l.name] = true
				return l
			}
		}
	}
	return list{name: "Slice"}
}

func (l list) source() string {
	read, write := "at[from + i]", "value"
	switch {
	case l.name == "Bytes":
		read, write = "at[from + i] & 0xff", "(byte) value"
	case l.stored != l.value:
		write = "(" + l.stored + ") value"
	}
	return strings.NewReplacer("LIST", l.name, "STORED", l.stored, "VALUE", l.value, "READ", read, "WRITE", write).Replace(slice)
}
