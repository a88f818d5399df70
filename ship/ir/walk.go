package ir

// Exprs calls visit for an expression and, where it returns true, for the
// operands.
func Exprs(x Expr, visit func(Expr) bool) {
	if x == nil || !visit(x) {
		return
	}
	for _, part := range parts(x) {
		Exprs(part, visit)
	}
}

func parts(x Expr) []Expr {
	switch x := x.(type) {
	case *FieldOf:
		return []Expr{x.X}
	case *IndexOf:
		return []Expr{x.X, x.Index}
	case *SliceOf:
		return []Expr{x.X, x.Low, x.High}
	case *Call:
		return x.Args
	case *CallValue:
		return append([]Expr{x.Fun}, x.Args...)
	case *Builtin:
		return x.Args
	case *Binary:
		return []Expr{x.X, x.Y}
	case *Unary:
		return []Expr{x.X}
	case *Convert:
		return []Expr{x.X}
	case *AddressOf:
		return []Expr{x.X}
	case *Deref:
		return []Expr{x.X}
	case *StructLit:
		return x.Fields
	case *ListLit:
		return x.Elems
	case *New:
		return []Expr{x.X}
	}
	return nil
}

// Reads reports whether an expression reads a variable for which kind is true.
func Reads(x Expr, kind func(*Var) bool) bool {
	found := false
	Exprs(x, func(x Expr) bool {
		if v, ok := x.(*VarRef); ok && kind(v.Var) {
			found = true
		}
		return !found
	})
	return found
}

// Touches reports whether an expression depends on anything but constants and
// local variables.
func Touches(x Expr) bool {
	found := false
	Exprs(x, func(x Expr) bool {
		switch x := x.(type) {
		case *FieldOf, *IndexOf, *SliceOf, *Call, *CallValue, *Deref:
			found = true
		case *VarRef:
			found = found || x.Var.Global
		}
		return !found
	})
	return found
}

// Stmts calls visit for the statements of a list and all nested ones.
func Stmts(list []Stmt, visit func(Stmt)) {
	for _, s := range list {
		visit(s)
		switch s := s.(type) {
		case *If:
			Stmts(s.Then, visit)
			Stmts(s.Else, visit)
		case *Loop:
			Stmts(s.Body, visit)
			Stmts(s.Post, visit)
		case *Count:
			Stmts(s.Body, visit)
		case *Each:
			Stmts(s.Body, visit)
		case *Block:
			Stmts(s.Body, visit)
		}
	}
}

// Operands are the expressions of a statement, without those of nested
// statements.
func Operands(s Stmt) []Expr {
	switch s := s.(type) {
	case *Declare:
		return []Expr{s.X}
	case *Assign:
		return []Expr{s.L, s.R}
	case *Together:
		return append(append([]Expr{}, s.L...), s.R...)
	case *Update:
		return []Expr{s.L, s.R}
	case *Unpack:
		return append(append([]Expr{}, s.L...), s.X)
	case *CallStmt:
		return []Expr{s.X}
	case *If:
		return []Expr{s.Cond}
	case *Loop:
		return []Expr{s.Cond}
	case *Count:
		return []Expr{s.N}
	case *Each:
		return []Expr{s.X}
	case *Return:
		return s.X
	case *Panic:
		return []Expr{s.X}
	}
	return nil
}
