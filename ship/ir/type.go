package ir

// Type is one of the types below.
type Type interface{ isType() }

// Kind is the kind of a basic type.
type Kind uint8

// The basic types. Go's int and uint have 64 bits.
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
	// Basic is a number, a boolean, a string or an error.
	Basic struct{ Kind Kind }
	// Named is a named type that is not a struct.
	Named struct {
		Name, Doc string
		Under     Type
	}
	// Struct is a named struct. Two structs are the same type if their addresses
	// are equal.
	Struct struct {
		Name, Doc string
		Fields    []*Field
		Compared  bool // somewhere, with ==
	}
	// Array is an array.
	Array struct {
		Elem Type
		Len  int64
	}
	// Slice is a slice.
	Slice struct{ Elem Type }
	// Pointer is a pointer.
	Pointer struct{ Elem Type }
	// Signature is the type of a function.
	Signature struct {
		Params []Type
		Result Type // a Tuple, if there are several
	}
	// Tuple is the type of several results.
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

// Under is the underlying type of a type.
func Under(t Type) Type {
	for {
		named, ok := t.(*Named)
		if !ok {
			return t
		}
		t = named.Under
	}
}

// KindOf is the kind of a basic type, and Void for other types.
func KindOf(t Type) Kind {
	if b, ok := Under(t).(*Basic); ok {
		return b.Kind
	}
	return Void
}

// Bits is the width of an integer kind, and 0 for other kinds.
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

// Signed reports whether a kind is a signed integer.
func (k Kind) Signed() bool { return k >= Int8 && k <= Int64 }

// IsAggregate reports whether a type is a struct or an array, whose values are
// copied as a whole.
func IsAggregate(t Type) bool {
	switch Under(t).(type) {
	case *Struct, *Array:
		return true
	}
	return false
}

// Elem is the element type of an array, of a pointer to one, of a slice or of a
// string.
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

// Pointee is the type that a pointer points to, and nil for other types.
func Pointee(t Type) Type {
	if p, ok := Under(t).(*Pointer); ok {
		return p.Elem
	}
	return nil
}
