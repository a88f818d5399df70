package ir

import "go/constant"

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
