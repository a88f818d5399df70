package lower

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"evolab/ship/ir"
)

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

func (f *function) ifs(s *ast.IfStmt) []ir.Stmt {
	init := f.stmt(s.Init)
	if known := f.pkg.Info.Types[s.Cond].Value; known != nil && !constant.BoolVal(known) && s.Else == nil {
		return init // what it guards may be nothing that the language has
	}
	out := &ir.If{Cond: f.expr(s.Cond), Then: f.block(s.Body.List)}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		out.Else = f.block(e.List)
	case *ast.IfStmt:
		out.Else = append(f.comments(e), f.stmt(e)...)
	}
	return within(init, out)
}

// within puts a statement and those that initialise it into a block.
func within(init []ir.Stmt, s ir.Stmt) []ir.Stmt {
	if len(init) == 0 {
		return []ir.Stmt{s}
	}
	return []ir.Stmt{&ir.Block{Body: append(init, s)}}
}

func (f *function) branch(s *ast.BranchStmt) []ir.Stmt {
	if s.Label != nil {
		f.fail(s, "%s with a label", s.Tok)
		return nil
	}
	switch s.Tok {
	case token.BREAK:
		if _, inSwitch := f.loops[len(f.loops)-1].(*ast.SwitchStmt); inSwitch {
			f.fail(s, "break inside a switch")
		}
		return []ir.Stmt{&ir.Break{}}
	case token.CONTINUE:
		return []ir.Stmt{&ir.Continue{}}
	}
	f.fail(s, "%s", s.Tok)
	return nil
}

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
