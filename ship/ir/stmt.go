package ir

import "go/token"

// Stmt is one of the statements below.
type Stmt interface{}

type (
	// Comment is text between statements, without its comment signs.
	Comment struct{ Text string }
	// Declare makes a local variable; X may be nil for the zero value.
	Declare struct {
		Var *Var
		X   Expr
	}
	// Assign sets one place.
	Assign struct{ L, R Expr }
	// Together sets several places at once, after all values are known.
	Together struct{ L, R []Expr }
	// Update is L op= R. The types of L and R differ only for shifts.
	Update struct {
		Op   token.Token // the operator without =
		L, R Expr
	}
	// Unpack takes a call's results apart. A variable of Declares is made here,
	// a place in L may be nil for a result that is not wanted.
	Unpack struct {
		L        []Expr
		Declares []*Var // nil entries where L already exists
		X        Expr
		Results  *Var // holds them all, where a language needs that
	}
	// CallStmt is a call for its effect.
	CallStmt struct{ X Expr }
	// If has no else branch when Else is nil.
	If struct {
		Cond       Expr
		Then, Else []Stmt
	}
	// Loop runs Body and Post as long as Cond holds; nil is forever.
	Loop struct {
		Cond Expr
		Post []Stmt
		Body []Stmt
	}
	// Count runs Body with Var from 0 to N-1.
	Count struct {
		Var  *Var
		N    Expr
		Body []Stmt
	}
	// Each runs Body for the elements of an array or a slice; Value may be nil.
	// List holds what X is before the first round, where a language needs that.
	Each struct {
		Key, Value *Var
		X          Expr
		Body       []Stmt
		List       *Var
	}
	// Return hands back the results.
	Return struct{ X []Expr }
	// Break ends the innermost loop.
	Break struct{}
	// Continue begins the innermost loop's next round.
	Continue struct{}
	// Block is statements with variables of their own.
	Block struct{ Body []Stmt }
	// Panic ends the program: a programmer's error.
	Panic struct{ X Expr }
)
