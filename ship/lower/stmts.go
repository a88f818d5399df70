package lower

import (
	"go/ast"
	"go/token"
	"go/types"

	"evolab/ship/ir"
)

// block translates statements and the comments between them.
func (f *function) block(list []ast.Stmt) []ir.Stmt {
	out := []ir.Stmt{}
	for _, s := range list {
		out = append(out, f.comments(s)...)
		out = append(out, f.stmt(s)...)
	}
	return out
}

func (f *function) stmt(s ast.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return f.assign(s)
	case *ast.DeclStmt:
		return f.declare(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		l := f.place(s.X)
		return []ir.Stmt{&ir.Update{Op: op, L: l, R: number(1, l.Type())}}
	case *ast.ExprStmt:
		return f.exprStmt(s)
	case *ast.ReturnStmt:
		return f.returns(s)
	case *ast.IfStmt:
		return f.ifs(s)
	case *ast.ForStmt:
		return f.loop(s)
	case *ast.RangeStmt:
		return f.ranges(s)
	case *ast.SwitchStmt:
		return f.switches(s)
	case *ast.BlockStmt:
		return []ir.Stmt{&ir.Block{Body: f.block(s.List)}}
	case *ast.BranchStmt:
		return f.branch(s)
	case nil, *ast.EmptyStmt:
		return nil
	}
	f.fail(s, "%s", statementName(s))
	return nil
}

// statementName names a statement outside the subset.
func statementName(s ast.Stmt) string {
	switch s.(type) {
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.DeferStmt:
		return "a deferred call"
	case *ast.SelectStmt, *ast.SendStmt:
		return "a channel"
	case *ast.TypeSwitchStmt:
		return "a switch on types"
	case *ast.LabeledStmt:
		return "a label"
	}
	return "this statement"
}

// declare translates a var statement; local constants are translated where they
// are used.
func (f *function) declare(s *ast.DeclStmt) []ir.Stmt {
	decl := s.Decl.(*ast.GenDecl)
	if decl.Tok == token.TYPE {
		f.fail(s, "a type inside a function")
	}
	if decl.Tok != token.VAR {
		return nil
	}
	var out []ir.Stmt
	for _, spec := range decl.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) > 0 && len(v.Values) != len(v.Names) {
			f.fail(v, "var with several results (use :=)")
			continue
		}
		for i, name := range v.Names {
			var x ir.Expr
			if i < len(v.Values) {
				x = f.expr(v.Values[i])
			}
			out = append(out, f.define(name, x))
		}
	}
	return out
}

// define declares a variable; for a blank name it only evaluates.
func (f *function) define(name *ast.Ident, x ir.Expr) ir.Stmt {
	obj := f.pkg.Info.Defs[name]
	if name.Name == "_" || obj == nil {
		return &ir.CallStmt{X: x}
	}
	v := f.local(obj, name)
	if x != nil && !ir.IsAggregate(v.Type) {
		v.Only = x
	}
	return &ir.Declare{Var: v, X: x}
}

func (f *function) exprStmt(s *ast.ExprStmt) []ir.Stmt {
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		f.fail(s, "an expression as a statement")
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); ok && f.isBuiltin(id) && id.Name == "panic" {
		return []ir.Stmt{&ir.Panic{X: f.expr(call.Args[0])}}
	}
	return []ir.Stmt{&ir.CallStmt{X: f.expr(call)}}
}

func (f *function) isBuiltin(id *ast.Ident) bool {
	_, ok := f.pkg.Info.Uses[id].(*types.Builtin)
	return ok
}

func (f *function) returns(s *ast.ReturnStmt) []ir.Stmt {
	r := &ir.Return{}
	if len(s.Results) == 0 {
		for _, v := range f.ir.Results {
			r.X = append(r.X, &ir.VarRef{Typed: ir.Of(v.Type), Var: v})
		}
		return []ir.Stmt{r}
	}
	tuple, several := f.ir.Result.(*ir.Tuple)
	for i, x := range s.Results {
		want := f.ir.Result
		if several && len(s.Results) > 1 {
			want = tuple.List[i]
		}
		r.X = append(r.X, f.outlive(x, f.exprAs(x, want)))
	}
	return []ir.Stmt{r}
}
