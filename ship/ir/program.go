package ir

import "go/constant"

// Program is everything that a shipped source file is made of.
type Program struct {
	Entry *Func // what is run; it returns the exit code
	Parts []*Part
	Vars  []*Var // of packages, in the order in which they get their values
}

// Part is what one Go package brings, in the order in which it is to be read.
type Part struct {
	Name, Doc string
	Named     []*Named
	Structs   []*Struct
	Consts    []*Const
	Funcs     []*Func
}

// Const is a constant with a name.
type Const struct {
	Name, Doc string
	Type      Type
	Value     constant.Value
}

// Var is a variable of a package, a parameter, or a local variable.
type Var struct {
	Name, Doc string
	Type      Type
	Global    bool
	Init      Expr // of a package's variable, nil for the zero value
	Sets      int  // how often it, or a part of it, is set after its declaration
	Addressed bool // whether a pointer to it or a part of it is made
	Hidden    bool // whether the program never reads it
	// Only is the value of a variable that is set once and for all.
	Only Expr
}

// Func is a function or a method, whose receiver is its first parameter.
type Func struct {
	Name, Doc string
	Params    []*Var
	Results   []*Var // only if they have names in Go; else nil
	Result    Type
	Body      []Stmt
	// Op is set for functions without a body: each language has its own.
	Op Op
}
