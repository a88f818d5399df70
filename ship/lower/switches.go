package lower

import (
	"go/ast"
	"go/token"

	"evolab/ship/ir"
)

// switches translates a switch to a chain of ifs.
func (f *function) switches(s *ast.SwitchStmt) []ir.Stmt {
	init, tag := f.stmt(s.Init), f.expr(s.Tag)
	if tag != nil && !simple(tag) {
		v := f.temporary("value", tag.Type())
		init = append(init, &ir.Declare{Var: v, X: tag})
		tag = &ir.VarRef{Typed: ir.Of(v.Type), Var: v}
	}
	f.loops = append(f.loops, s)
	chain, otherwise := f.cases(s, tag)
	f.loops = f.loops[:len(f.loops)-1]
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].Else = otherwise
		otherwise = []ir.Stmt{chain[i]}
	}
	if len(init) == 0 {
		return otherwise
	}
	return []ir.Stmt{&ir.Block{Body: append(init, otherwise...)}}
}

// simple reports whether an expression may be repeated.
func simple(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.VarRef:
		return true
	case *ir.FieldOf:
		return simple(x.X)
	}
	return false
}

func (f *function) cases(s *ast.SwitchStmt, tag ir.Expr) (chain []*ir.If, otherwise []ir.Stmt) {
	for _, clause := range s.Body.List {
		c := clause.(*ast.CaseClause)
		body := append(f.comments(c), f.block(c.Body)...)
		if c.List == nil {
			otherwise = body
			continue
		}
		var cond ir.Expr
		for _, x := range c.List {
			one := f.expr(x)
			if tag != nil {
				one = &ir.Binary{Typed: ir.Of(boolean), Op: token.EQL, X: tag, Y: f.exprAs(x, tag.Type())}
			}
			if cond == nil {
				cond = one
			} else {
				cond = &ir.Binary{Typed: ir.Of(boolean), Op: token.LOR, X: cond, Y: one}
			}
		}
		chain = append(chain, &ir.If{Cond: cond, Then: body})
	}
	return chain, otherwise
}
