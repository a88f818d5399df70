package ir

import (
	"go/constant"
	"go/token"
)

// Expr is one of the expressions below.
type Expr interface{ Type() Type }

// Typed is embedded in every expression and holds its type.
type Typed struct{ T Type }

// Type is the expression's type.
func (t Typed) Type() Type { return t.T }

type (
	// Lit is a constant: a number, a boolean or a string.
	Lit struct {
		Typed
		Value constant.Value
	}
	// ConstRef is a named constant.
	ConstRef struct {
		Typed
		Const *Const
	}
	// VarRef is a variable.
	VarRef struct {
		Typed
		Var *Var
	}
	// FuncRef is a function used as a value.
	FuncRef struct {
		Typed
		Func *Func
	}
	// Zero is the zero value of a type, which includes nil.
	Zero struct{ Typed }
	// FieldOf is a field of a struct, or of the struct that a pointer points to.
	FieldOf struct {
		Typed
		X     Expr
		Field *Field
	}
	// IndexOf is an element of an array, of a pointer to an array or of a slice,
	// or a byte of a string.
	IndexOf struct {
		Typed
		X, Index Expr
	}
	// SliceOf is a slice expression on an array, a slice or a string. Low and High
	// may be nil.
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
	// CallValue calls a function value.
	CallValue struct {
		Typed
		Fun  Expr
		Args []Expr
	}
	// Builtin is an operation that every target language provides.
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
	// Convert converts a value to another type.
	Convert struct {
		Typed
		X Expr
	}
	// AddressOf is the address of an operand.
	AddressOf struct {
		Typed
		X Expr
	}
	// Deref is what a pointer points to.
	Deref struct {
		Typed
		X Expr
	}
	// StructLit is a struct literal with its fields in order; nil is a zero value.
	StructLit struct {
		Typed
		Fields []Expr
	}
	// ListLit is an array or slice literal; nil is a zero value.
	ListLit struct {
		Typed
		Elems []Expr
	}
	// New allocates a value and returns its address.
	New struct {
		Typed
		X Expr
	}
)

// Of is the Typed of a type.
func Of(t Type) Typed { return Typed{t} }

// Given are the elements of a list literal up to the last one that is given.
func (x *ListLit) Given() []Expr {
	n := len(x.Elems)
	for n > 0 && x.Elems[n-1] == nil {
		n--
	}
	return x.Elems[:n]
}
