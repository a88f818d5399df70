package ir

import "go/token"

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
