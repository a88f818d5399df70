package lower

import (
	"go/token"

	"evolab/ship/ir"
)

// ordered refuses expressions that depend on the order of two calls: Go
// evaluates them from left to right, C++ in any order.
func (l *lowerer) ordered() {
	pure := ir.NewPurity()
	look := func(x ir.Expr, in *ir.Func, near token.Pos) {
		ir.Exprs(x, func(x ir.Expr) bool {
			l.siblings(x, pure, in, near)
			return true
		})
	}
	for _, f := range l.funcs {
		if f.decl == nil {
			continue
		}
		ir.Stmts(f.ir.Body, func(s ir.Stmt) {
			for _, x := range ir.Operands(s) {
				look(x, f.ir, f.decl.Pos())
			}
		})
	}
	for _, v := range l.globals {
		look(v.Init, &ir.Func{}, token.NoPos)
	}
}

// siblings checks the operands of one expression.
func (l *lowerer) siblings(x ir.Expr, pure *ir.Purity, in *ir.Func, near token.Pos) {
	var operands []ir.Expr
	switch x := x.(type) {
	case *ir.Binary:
		if x.Op == token.LAND || x.Op == token.LOR {
			return
		}
		operands = []ir.Expr{x.X, x.Y}
	case *ir.Call:
		operands = x.Args
	case *ir.CallValue:
		operands = x.Args
	case *ir.Builtin:
		operands = x.Args
	}
	changing := 0
	for _, o := range operands {
		if o != nil && pure.Expr(o, in).Any() {
			if changing++; changing > 1 {
				l.failAt(l.posOf(o, near), "two calls in one expression that may change something (give the first one's result a name)")
			}
		}
	}
}

// posOf is the position of the first call in an expression, or near it.
func (l *lowerer) posOf(x ir.Expr, near token.Pos) token.Pos {
	pos := token.NoPos
	ir.Exprs(x, func(x ir.Expr) bool {
		if p, ok := l.calls[x]; ok && pos == token.NoPos {
			pos = p
		}
		return true
	})
	if pos == token.NoPos {
		return near
	}
	return pos
}
