package lower

import (
	"go/ast"
	"go/token"

	"evolab/ship/ir"
)

func (f *function) loop(s *ast.ForStmt) []ir.Stmt {
	init := f.stmt(s.Init)
	l := &ir.Loop{Cond: f.expr(s.Cond)}
	f.loops = append(f.loops, s)
	l.Body = f.block(s.Body.List)
	f.loops = f.loops[:len(f.loops)-1]
	l.Post = f.stmt(s.Post)
	return within(init, l)
}

func (f *function) ranges(s *ast.RangeStmt) []ir.Stmt {
	if s.Tok == token.ASSIGN {
		f.fail(s, "range without := (make the loop's variables its own)")
		return nil
	}
	x := f.expr(s.X)
	key, value := f.loopVar(s.Key), f.loopVar(s.Value)
	if key == nil {
		key = f.temporary("i", whole)
		key.Hidden = true
	}
	f.loops = append(f.loops, s)
	body := f.block(s.Body.List)
	f.loops = f.loops[:len(f.loops)-1]
	if ir.KindOf(x.Type()).Bits() > 0 {
		return []ir.Stmt{&ir.Count{Var: key, N: x, Body: body}}
	}
	switch ir.Under(x.Type()).(type) {
	case *ir.Array, *ir.Slice, *ir.Pointer:
		return []ir.Stmt{&ir.Each{Key: key, Value: value, X: x, Body: body, List: f.temporary("list", x.Type())}}
	}
	f.fail(s, "range over %s", f.goType(s.X))
	return nil
}

func (f *function) loopVar(x ast.Expr) *ir.Var {
	if x == nil || blank(x) {
		return nil
	}
	obj := f.pkg.Info.Defs[x.(*ast.Ident)]
	if obj == nil {
		return nil
	}
	return f.local(obj, x)
}
