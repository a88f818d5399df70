package lower

import (
	"go/ast"
	"go/token"

	"evolab/ship/ir"
)

// operators maps assignment tokens such as += to their operators.
var operators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

func (f *function) assign(s *ast.AssignStmt) []ir.Stmt {
	if op, ok := operators[s.Tok]; ok {
		l := f.place(s.Lhs[0])
		r := f.expr(s.Rhs[0])
		if op != token.SHL && op != token.SHR {
			r = f.exprAs(s.Rhs[0], l.Type())
		}
		return []ir.Stmt{&ir.Update{Op: op, L: l, R: r}}
	}
	if len(s.Rhs) < len(s.Lhs) {
		return f.unpack(s)
	}
	if s.Tok == token.DEFINE {
		return f.defines(s)
	}
	if len(s.Lhs) == 1 {
		if blank(s.Lhs[0]) {
			return f.dropped(s.Rhs[0])
		}
		l := f.place(s.Lhs[0])
		r := f.exprAs(s.Rhs[0], l.Type())
		f.keptIn(l, s, r)
		return []ir.Stmt{&ir.Assign{L: l, R: r}}
	}
	return f.together(s)
}

func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// dropped translates a value that nothing keeps: a call is still made.
func (f *function) dropped(x ast.Expr) []ir.Stmt {
	switch e := f.expr(x).(type) {
	case *ir.Call, *ir.CallValue:
		return []ir.Stmt{&ir.CallStmt{X: e}}
	default:
		ir.Exprs(e, func(part ir.Expr) bool {
			switch part := part.(type) {
			case *ir.Call, *ir.CallValue:
				f.fail(x, "a call in a value that is dropped")
			case *ir.Builtin:
				if !part.Op.Pure() {
					f.fail(x, "a call in a value that is dropped")
				}
			}
			return true
		})
	}
	return nil
}

// defines translates := with as many values as names.
func (f *function) defines(s *ast.AssignStmt) []ir.Stmt {
	var out, after []ir.Stmt
	for i, x := range s.Lhs {
		name := x.(*ast.Ident)
		if name.Name == "_" {
			out = append(out, f.dropped(s.Rhs[i])...)
			continue
		}
		if f.pkg.Info.Defs[name] != nil {
			out = append(out, f.define(name, f.expr(s.Rhs[i])))
			continue
		}
		l := f.place(name)
		t := f.temporary("next", l.Type())
		out = append(out, &ir.Declare{Var: t, X: f.exprAs(s.Rhs[i], l.Type())})
		after = append(after, &ir.Assign{L: l, R: &ir.VarRef{Typed: ir.Of(t.Type), Var: t}})
	}
	return append(out, after...)
}

// together translates an assignment of several values. If no later value reads
// an assigned place, they become assignments one after the other.
func (f *function) together(s *ast.AssignStmt) []ir.Stmt {
	t := &ir.Together{}
	for i := range s.Lhs {
		if blank(s.Lhs[i]) {
			f.fail(s, "_ in an assignment of several values")
			return nil
		}
		l := f.place(s.Lhs[i])
		t.L = append(t.L, l)
		t.R = append(t.R, f.exprAs(s.Rhs[i], l.Type()))
		f.keptIn(l, s, t.R[i])
	}
	if !f.independent(t) {
		f.fixed(s, t)
		return []ir.Stmt{t}
	}
	var out []ir.Stmt
	for i := range t.L {
		out = append(out, &ir.Assign{L: t.L[i], R: t.R[i]})
	}
	return out
}

// independent reports whether no value but the first reads a place that is
// assigned.
func (f *function) independent(t *ir.Together) bool {
	set := map[*ir.Var]bool{}
	memory := false
	for _, l := range t.L {
		if v, ok := l.(*ir.VarRef); ok && !v.Var.Global {
			set[v.Var] = true
		} else {
			memory = true
		}
	}
	if memory && len(set) > 0 {
		return false
	}
	for _, r := range t.R[1:] {
		if ir.Reads(r, func(v *ir.Var) bool { return set[v] }) || memory && ir.Touches(r) {
			return false
		}
	}
	return true
}

// fixed refuses places that another of the assignments moves: Go finds all of them before it
// assigns anything, the other languages one after the other.
func (f *function) fixed(s *ast.AssignStmt, t *ir.Together) {
	for i, l := range t.L {
		moves := false
		for k, other := range t.L {
			v, ok := other.(*ir.VarRef)
			moves = moves || k != i && ok && ir.Reads(l, func(read *ir.Var) bool { return read == v.Var })
		}
		if moves {
			f.fail(s.Lhs[i], "a place that depends on what the same statement assigns")
		}
	}
}

// unpack translates an assignment of the results of a call.
func (f *function) unpack(s *ast.AssignStmt) []ir.Stmt {
	call, ok := s.Rhs[0].(*ast.CallExpr)
	if !ok {
		f.fail(s, "two results of something other than a call")
		return nil
	}
	u := &ir.Unpack{X: f.expr(call)}
	for _, x := range s.Lhs {
		id, isName := x.(*ast.Ident)
		switch {
		case blank(x):
			u.L, u.Declares = append(u.L, nil), append(u.Declares, nil)
		case isName && f.pkg.Info.Defs[id] != nil:
			v := f.local(f.pkg.Info.Defs[id], id)
			u.L, u.Declares = append(u.L, &ir.VarRef{Typed: ir.Of(v.Type), Var: v}), append(u.Declares, v)
		default:
			u.L, u.Declares = append(u.L, f.place(x)), append(u.Declares, nil)
		}
	}
	u.Results = f.temporary("results", u.X.Type())
	return []ir.Stmt{u}
}

func (f *function) place(x ast.Expr) ir.Expr {
	e := f.expr(x)
	if v := rootVar(e); v != nil {
		v.Sets++
	}
	return e
}

// rootVar is the variable that holds a place, or nil if the place is reached
// through a pointer.
func rootVar(e ir.Expr) *ir.Var {
	switch e := e.(type) {
	case *ir.VarRef:
		return e.Var
	case *ir.FieldOf:
		if ir.Pointee(e.X.Type()) == nil {
			return rootVar(e.X)
		}
	case *ir.IndexOf:
		if _, ok := ir.Under(e.X.Type()).(*ir.Array); ok {
			return rootVar(e.X)
		}
	case *ir.SliceOf:
		if _, ok := ir.Under(e.X.Type()).(*ir.Array); ok {
			return rootVar(e.X)
		}
	}
	return nil
}

// outlive translates a value that is returned. If it is the address of a local
// variable, the variable is copied to the heap.
func (f *function) outlive(at ast.Node, x ir.Expr) ir.Expr {
	if a, ok := x.(*ir.AddressOf); ok {
		if v, ok := a.X.(*ir.VarRef); ok && !v.Var.Global {
			return &ir.New{Typed: ir.Of(x.Type()), X: v}
		}
	}
	f.kept(at, x)
	return x
}

// kept refuses a value that points into a local variable and outlives it.
func (f *function) kept(at ast.Node, x ir.Expr) {
	if v := pointed(x); v != nil {
		f.fail(at, "a pointer into the variable %s that outlives it", v.Name)
	}
}

// keptIn refuses what points into a variable of a block within that of the
// variable to which it is assigned.
func (f *function) keptIn(l ir.Expr, at ast.Node, r ir.Expr) {
	to, from := rootVar(l), pointed(r)
	if to == nil || to.Global {
		f.kept(at, r)
		return
	}
	outer, inner := f.scopes[to], f.scopes[from]
	if outer == nil || inner == nil {
		return
	}
	for inner != nil && inner != outer {
		if inner = inner.Parent(); inner == outer {
			f.kept(at, r)
		}
	}
}

// pointed is the local variable that a value points into, or nil.
func pointed(x ir.Expr) *ir.Var {
	var place ir.Expr
	switch x := x.(type) {
	case *ir.AddressOf:
		place = x.X
	case *ir.SliceOf:
		if _, ok := ir.Under(x.X.Type()).(*ir.Array); ok {
			place = x.X
		}
	}
	if v := rootVar(place); v != nil && !v.Global {
		return v
	}
	return nil
}
