package ir

import (
	"go/constant"
	"go/token"
)

// Expr is one of the expressions below.
type Expr interface{ Type() Type }

// Typed is the part of an expression that holds its type.
type Typed struct{ T Type }

// Type is the expression's type.
func (t Typed) Type() Type { return t.T }

type (
	// Lit is a constant number, truth value or text.
	Lit struct {
		Typed
		Value constant.Value
	}
	// ConstRef is the use of a constant by its name.
	ConstRef struct {
		Typed
		Const *Const
	}
	// VarRef is the use of a variable.
	VarRef struct {
		Typed
		Var *Var
	}
	// FuncRef is a function as a value.
	FuncRef struct {
		Typed
		Func *Func
	}
	// Zero is the zero value of a type; nil among them.
	Zero struct{ Typed }
	// FieldOf is a field of a struct, or of the struct behind a pointer.
	FieldOf struct {
		Typed
		X     Expr
		Field *Field
	}
	// IndexOf is an element of an array, of the array behind a pointer, of a
	// slice, or a byte of a text.
	IndexOf struct {
		Typed
		X, Index Expr
	}
	// SliceOf is a window on an array or a slice, or a part of a text. Low and
	// High may be nil.
	SliceOf struct {
		Typed
		X, Low, High Expr
	}
	// Call calls a function of the program.
	Call struct {
		Typed
		Func *Func
		Args []Expr
	}
	// CallValue calls a function that is a value.
	CallValue struct {
		Typed
		Fun  Expr
		Args []Expr
	}
	// Builtin is an operation that each language has of its own.
	Builtin struct {
		Typed
		Op   Op
		Args []Expr
	}
	// Binary is an operator between two operands. The operands of a shift may
	// have different types.
	Binary struct {
		Typed
		Op   token.Token
		X, Y Expr
	}
	// Unary is -, ^ or !.
	Unary struct {
		Typed
		Op token.Token
		X  Expr
	}
	// Convert makes a value of another type.
	Convert struct {
		Typed
		X Expr
	}
	// AddressOf is the place of an operand.
	AddressOf struct {
		Typed
		X Expr
	}
	// Deref is what stands at a place.
	Deref struct {
		Typed
		X Expr
	}
	// StructLit is a struct with its fields in order; nil is a zero value.
	StructLit struct {
		Typed
		Fields []Expr
	}
	// ListLit is an array or a slice with its elements; nil is a zero value.
	ListLit struct {
		Typed
		Elems []Expr
	}
	// New is a place of its own for a value.
	New struct {
		Typed
		X Expr
	}
)

// Of makes the part of an expression that holds its type.
func Of(t Type) Typed { return Typed{t} }
