package ir

// Effect is the side effects of a function or an expression.
type Effect struct {
	Outside bool         // on something unknown
	Params  map[int]bool // on what these parameters point to, by index
	Local   bool         // of an expression: on a local variable of its function
}

// Any reports whether there is an effect at all.
func (e Effect) Any() bool { return e.Outside || e.Local || len(e.Params) > 0 }

func (e *Effect) add(o Effect) {
	e.Outside = e.Outside || o.Outside
	e.Local = e.Local || o.Local
	for i := range o.Params {
		e.param(i)
	}
}

func (e *Effect) param(i int) {
	if e.Params == nil {
		e.Params = map[int]bool{}
	}
	e.Params[i] = true
}

// Purity finds the effects of functions and remembers them.
type Purity struct{ known map[*Func]*Effect }

// NewPurity returns a Purity that knows nothing yet.
func NewPurity() *Purity { return &Purity{map[*Func]*Effect{}} }

// Func returns the effect of calling a function.
func (p *Purity) Func(f *Func) Effect {
	if p.known[f] == nil {
		p.find(f)
	}
	return *p.known[f]
}

// find finds the effects of a function and of all that it may call: those of functions that
// call each other are found together.
func (p *Purity) find(f *Func) {
	list := []*Func{f}
	p.known[f] = &Effect{}
	for i := 0; i < len(list); i++ {
		Stmts(list[i].Body, func(s Stmt) {
			for _, x := range Operands(s) {
				Exprs(x, func(x Expr) bool {
					if call, ok := x.(*Call); ok && p.known[call.Func] == nil {
						list, p.known[call.Func] = append(list, call.Func), &Effect{}
					}
					return true
				})
			}
		})
	}
	for grown := true; grown; {
		grown = false
		for _, f := range list {
			e := p.known[f]
			before := e.size()
			Stmts(f.Body, func(s Stmt) { e.add(p.stmt(s, f)) })
			e.Local = false
			grown = grown || e.size() != before
		}
	}
}

func (e *Effect) size() int {
	n := len(e.Params)
	if e.Outside {
		n += 1000
	}
	return n
}

func (p *Purity) stmt(s Stmt, f *Func) (e Effect) {
	for _, x := range Operands(s) {
		e.add(p.Expr(x, f))
	}
	switch s := s.(type) {
	case *Assign:
		e.add(written(s.L, f))
	case *Update:
		e.add(written(s.L, f))
	case *Together:
		for _, l := range s.L {
			e.add(written(l, f))
		}
	case *Unpack:
		for _, l := range s.L {
			e.add(written(l, f))
		}
	case *Panic:
		e.Outside = true
	}
	return e
}

// Expr returns the effect of an expression in a function.
func (p *Purity) Expr(x Expr, in *Func) (e Effect) {
	Exprs(x, func(x Expr) bool {
		switch x := x.(type) {
		case *Call:
			called := p.Func(x.Func)
			e.Outside = e.Outside || called.Outside
			for i := range called.Params {
				e.add(reached(x.Args[i], in))
			}
		case *CallValue:
			e.Outside = true
		case *Builtin:
			if x.Op == OpCopy || x.Op.Appends() {
				e.add(reached(x.Args[0], in))
			} else if !x.Op.Pure() {
				e.Outside = true
			}
		}
		return true
	})
	return e
}

// Changed is the variables that hold, or point to, what the calls in an expression change.
func (p *Purity) Changed(x Expr) map[*Var]bool {
	changed := map[*Var]bool{}
	Exprs(x, func(x Expr) bool {
		if call, ok := x.(*Call); ok {
			for i := range p.Func(call.Func).Params {
				Reads(call.Args[i], func(v *Var) bool {
					changed[v] = true
					return false
				})
			}
		}
		return true
	})
	return changed
}

// written is the effect of an assignment to l.
func written(l Expr, in *Func) Effect {
	if l == nil {
		return Effect{}
	}
	if v, ok := l.(*VarRef); ok && !v.Var.Global {
		return Effect{Local: true}
	}
	return effectOn(l, in, false)
}

// reached is the effect of changing what a value points to.
func reached(x Expr, in *Func) Effect { return effectOn(x, in, true) }

// effectOn is the effect of changing x, or, if far, what x points to. It follows x
// to the variable that holds it.
func effectOn(x Expr, in *Func, far bool) Effect {
	switch x := x.(type) {
	case *FieldOf:
		return effectOn(x.X, in, far || Pointee(x.X.Type()) != nil)
	case *IndexOf:
		_, array := Under(x.X.Type()).(*Array)
		return effectOn(x.X, in, far || !array)
	case *SliceOf:
		return effectOn(x.X, in, far)
	case *Deref:
		return effectOn(x.X, in, true)
	case *AddressOf:
		return effectOn(x.X, in, false)
	case *Convert:
		return effectOn(x.X, in, far)
	case *New, *Zero, *ListLit, *StructLit:
		return Effect{}
	case *Builtin:
		if x.Op == OpMake {
			return Effect{}
		}
		if x.Op.Appends() {
			return effectOn(x.Args[0], in, far)
		}
	case *VarRef:
		return effectOnVar(x.Var, in, far)
	}
	return Effect{Outside: true}
}

func effectOnVar(v *Var, in *Func, far bool) (e Effect) {
	switch {
	case v.Global:
		return Effect{Outside: true}
	case !far:
		return Effect{Local: true}
	case v.Only != nil && v.Sets == 0:
		return effectOn(v.Only, in, true)
	}
	for i, p := range in.Params {
		if p == v {
			e.param(i)
			return e
		}
	}
	return Effect{Outside: true}
}

// Exprs calls visit for an expression and, where it returns true, for the
// operands.
func Exprs(x Expr, visit func(Expr) bool) {
	if x == nil || !visit(x) {
		return
	}
	for _, part := range Parts(x) {
		Exprs(part, visit)
	}
}

// Parts are the operands of an expression.
func Parts(x Expr) []Expr {
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
