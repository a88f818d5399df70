// Package ir is the intermediate representation between Go and the languages
// that programs are shipped in: generic code is instantiated, all names are
// chosen, every expression has a concrete type, and only the plain subset of Go
// is left.
package ir

import (
	"go/constant"
	"go/token"
)

// Program is everything that goes into a shipped source file.
type Program struct {
	Entry *Func // returns the exit code
	Parts []*Part
	Vars  []*Var // package variables in the order of their initialisation
}

// Part is what one Go package contributes, in reading order.
type Part struct {
	Name, Doc string
	Named     []*Named
	Structs   []*Struct
	Consts    []*Const
	Funcs     []*Func
}

// Const is a named constant.
type Const struct {
	Name, Doc string
	Type      Type
	Value     constant.Value
}

// Var is a package variable, a parameter or a local variable.
type Var struct {
	Name, Doc string
	Type      Type
	Global    bool
	Init      Expr // of a package variable; nil for the zero value
	Sets      int  // assignments to it, or to a part of it, after its declaration
	Addressed bool // a pointer to it or to a part of it exists
	Hidden    bool // the program never reads it
	// Only is the value of a variable that is set once, at its declaration.
	Only Expr
}

// Func is a function, or a method with its receiver as the first parameter.
type Func struct {
	Name, Doc string
	Params    []*Var
	Results   []*Var // named results; else nil
	Result    Type
	Body      []Stmt
	// Op is set for a function without a body, which every language provides.
	Op Op
}

// Stmt is one of the statements below.
type Stmt interface{}

type (
	// Comment is the text of a comment between statements.
	Comment struct{ Text string }
	// Declare declares a local variable; X is nil for the zero value.
	Declare struct {
		Var *Var
		X   Expr
	}
	// Assign is L = R.
	Assign struct{ L, R Expr }
	// Together assigns several values at once, after all of them are computed.
	Together struct{ L, R []Expr }
	// Update is L op= R. The types of L and R differ only for shifts.
	Update struct {
		Op   token.Token // the operator without =
		L, R Expr
	}
	// Unpack assigns the results of a call. It declares the variables in
	// Declares; L is nil for a result that is discarded.
	Unpack struct {
		L        []Expr
		Declares []*Var // nil entries where L already exists
		X        Expr
		Results  *Var // holds them all, in languages that need it
	}
	// CallStmt is a call whose result is discarded.
	CallStmt struct{ X Expr }
	// If is an if statement; Else is nil without an else branch.
	If struct {
		Cond       Expr
		Then, Else []Stmt
	}
	// Loop runs Body and Post while Cond holds; a nil Cond always does.
	Loop struct {
		Cond Expr
		Post []Stmt
		Body []Stmt
	}
	// Count runs Body for Var from 0 to N-1.
	Count struct {
		Var  *Var
		N    Expr
		Body []Stmt
	}
	// Each runs Body for each element of an array or a slice; Value may be nil.
	// List holds X as it is before the first iteration, in languages that need it.
	Each struct {
		Key, Value *Var
		X          Expr
		Body       []Stmt
		List       *Var
	}
	// Return returns the results.
	Return struct{ X []Expr }
	// Break ends the innermost loop.
	Break struct{}
	// Continue starts the next iteration of the innermost loop.
	Continue struct{}
	// Block is statements in a scope of their own.
	Block struct{ Body []Stmt }
	// Panic ends the program after a programming error.
	Panic struct{ X Expr }
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
