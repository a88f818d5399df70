package text

import "evolab/ship/ir"

// Braces writes the statements that C's family has in common.
type Braces struct {
	Writer
	Expr func(ir.Expr) string // an expression
	Stmt func(ir.Stmt)        // any statement, on lines of its own
}

// Stmts writes a list of statements.
func (w *Braces) Stmts(list []ir.Stmt) {
	for _, s := range list {
		w.Stmt(s)
	}
}

// Inner writes a list of statements, indented.
func (w *Braces) Inner(list []ir.Stmt) {
	w.Depth++
	w.Stmts(list)
	w.Depth--
}

// Branches writes an if statement; an else that holds nothing but another if becomes else if.
func (w *Braces) Branches(s *ir.If) {
	w.Line("if (%s) {", w.Expr(s.Cond))
	w.Inner(s.Then)
	for next, ok := Only(s.Else); ok; next, ok = Only(s.Else) {
		s = next
		w.Line("} else if (%s) {", w.Expr(s.Cond))
		w.Inner(s.Then)
	}
	if len(s.Else) > 0 {
		w.Line("} else {")
		w.Inner(s.Else)
	}
	w.Line("}")
}

// Block writes statements in a scope of their own.
func (w *Braces) Block(list []ir.Stmt) {
	w.Line("{")
	w.Inner(list)
	w.Line("}")
}
