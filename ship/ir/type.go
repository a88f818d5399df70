package ir

// Type is one of the types below.
type Type interface{ isType() }

// Kind tells the basic types apart.
type Kind uint8

// The basic types. Int has 64 bits, as everywhere where Go is used.
const (
	Bool Kind = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float64
	String
	Error
	// Void is the result of a function that returns nothing.
	Void
)

type (
	// Basic is a number, a truth value, a text or an error.
	Basic struct{ Kind Kind }
	// Named is another name for a type that is not a struct.
	Named struct {
		Name, Doc string
		Under     Type
	}
	// Struct is a struct with a name. Structs are the same if their addresses are.
	Struct struct {
		Name, Doc string
		Fields    []*Field
		Compared  bool // with == somewhere
	}
	// Array holds a fixed number of values.
	Array struct {
		Elem Type
		Len  int64
	}
	// Slice is a window on an array.
	Slice struct{ Elem Type }
	// Pointer is the place of a value.
	Pointer struct{ Elem Type }
	// Signature is the type of a function.
	Signature struct {
		Params []Type
		Result Type // a Tuple, if there are several
	}
	// Tuple is several results.
	Tuple struct{ List []Type }
)

// Field is one field of a struct.
type Field struct {
	Name, Doc string
	Type      Type
}

func (*Basic) isType()     {}
func (*Named) isType()     {}
func (*Struct) isType()    {}
func (*Array) isType()     {}
func (*Slice) isType()     {}
func (*Pointer) isType()   {}
func (*Signature) isType() {}
func (*Tuple) isType()     {}

// Under is a type without its other names.
func Under(t Type) Type {
	for {
		named, ok := t.(*Named)
		if !ok {
			return t
		}
		t = named.Under
	}
}

// KindOf is the kind of a basic type, and Void for all others.
func KindOf(t Type) Kind {
	if b, ok := Under(t).(*Basic); ok {
		return b.Kind
	}
	return Void
}

// Bits is the width of a kind of whole numbers, 0 for other kinds.
func (k Kind) Bits() int {
	switch k {
	case Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32:
		return 32
	case Int64, Uint64:
		return 64
	}
	return 0
}

// Signed reports whether a kind has negative whole numbers.
func (k Kind) Signed() bool { return k >= Int8 && k <= Int64 }

// IsAggregate reports whether a type is a struct or an array: values that are
// copied as a whole.
func IsAggregate(t Type) bool {
	switch Under(t).(type) {
	case *Struct, *Array:
		return true
	}
	return false
}

// Elem is the element of an array, of a pointer to one, or of a slice; the byte
// of a text.
func Elem(t Type) Type {
	switch t := Under(t).(type) {
	case *Array:
		return t.Elem
	case *Slice:
		return t.Elem
	case *Pointer:
		return Elem(t.Elem)
	}
	return &Basic{Uint8}
}

// Pointee is what a pointer points to, and nil for other types.
func Pointee(t Type) Type {
	if p, ok := Under(t).(*Pointer); ok {
		return p.Elem
	}
	return nil
}
