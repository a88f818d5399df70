package ir

import "slices"

// What the languages need in which structs and arrays are objects: which places
// a statement assigns, which pointers only name a place, and which values need no
// copy.

// Spare is a temporary variable that a writer makes. It is not read again, so
// its value need not be copied.
type Spare struct {
	Typed
	Name string
}

// Fresh reports whether an expression makes a new struct or array, which nothing
// else refers to.
func Fresh(x Expr) bool {
	switch x := x.(type) {
	case *Call, *CallValue, *Builtin, *StructLit, *ListLit, *Zero, *Spare:
		return true
	case *Convert:
		return Fresh(x.X)
	}
	return false
}

// Targets are the places that a statement assigns.
func Targets(s Stmt) []Expr {
	switch s := s.(type) {
	case *Assign:
		return []Expr{s.L}
	case *Update:
		return []Expr{s.L}
	case *Together:
		return s.L
	case *Unpack:
		return s.L
	}
	return nil
}

// Assigns reports whether statements assign a variable.
func Assigns(body []Stmt, v *Var) bool {
	found := false
	Stmts(body, func(s Stmt) {
		for _, place := range Targets(s) {
			found = found || is(place, v)
		}
	})
	return found
}

func is(x Expr, v *Var) bool {
	r, ok := x.(*VarRef)
	return ok && r.Var == v
}

// Aliases are the pointers in a function that only name the place of a number:
// they are set once and used only to read and write that number.
func Aliases(f *Func) map[*Var]bool {
	found := map[*Var]bool{}
	Stmts(f.Body, func(s Stmt) {
		d, ok := s.(*Declare)
		if !ok || d.X == nil || d.Var.Sets > 0 {
			return
		}
		if a, ok := d.X.(*AddressOf); ok && !IsAggregate(a.X.Type()) {
			found[d.Var] = true
		}
	})
	Stmts(f.Body, func(s Stmt) {
		for _, x := range Operands(s) {
			Exprs(x, func(x Expr) bool {
				if d, ok := x.(*Deref); ok {
					if _, ok := d.X.(*VarRef); ok {
						return false
					}
				}
				if v, ok := x.(*VarRef); ok {
					delete(found, v.Var)
				}
				return true
			})
		}
	})
	return found
}

// Counter returns the step and the condition of a loop whose variable is changed
// only by the step, by one; nil for other loops.
func Counter(first *Declare, s *Loop) (*Update, *Binary) {
	v := first.Var
	cond, ok := s.Cond.(*Binary)
	if !ok || len(s.Post) != 1 || v.Sets > 1 || v.Addressed || first.X == nil {
		return nil, nil
	}
	step, ok := s.Post[0].(*Update)
	if !ok || !is(step.L, v) || !is(cond.X, v) {
		return nil, nil
	}
	if by, ok := step.R.(*Lit); !ok || by.Value.ExactString() != "1" {
		return nil, nil
	}
	return step, cond
}

// Length is the number of elements of an array or of what a pointer to one points
// to; ok is false for other types.
func Length(t Type) (n int64, ok bool) {
	t = Under(t)
	if p := Pointee(t); p != nil {
		t = Under(p)
	}
	a, ok := t.(*Array)
	if !ok {
		return 0, false
	}
	return a.Len, true
}

// Quiet reports whether statements leave all lists unchanged: they do not append,
// copy, assign an element or pass a list to a function.
func Quiet(body []Stmt) bool {
	ok := true
	Stmts(body, func(s Stmt) {
		ok = ok && !slices.ContainsFunc(Targets(s), func(l Expr) bool { _, ok := l.(*IndexOf); return ok })
		for _, x := range Operands(s) {
			Exprs(x, func(x Expr) bool {
				switch x := x.(type) {
				case *Builtin:
					ok = ok && !x.Op.Appends() && x.Op != OpCopy
				case *Call, *CallValue:
					ok = ok && !givenList(x)
				}
				return true
			})
		}
	})
	return ok
}

// givenList reports whether a call may change a list.
func givenList(call Expr) bool {
	args := []Expr{}
	switch c := call.(type) {
	case *Call:
		args = c.Args
	case *CallValue:
		args = c.Args
	}
	for _, a := range args {
		switch Under(a.Type()).(type) {
		case *Slice, *Pointer:
			return true
		}
	}
	return false
}
