package lower

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/load"
)

// function is one instance of a Go function and the state of its translation.
type function struct {
	*lowerer
	ir       *ir.Func
	decl     *ast.FuncDecl
	pkg      *load.Package
	env      env
	locals   map[types.Object]*ir.Var
	scopes   map[*ir.Var]*types.Scope
	declared []*ir.Var // local variables in source order
	notes    ast.CommentMap
	loops    []ast.Stmt // the enclosing loops and switches, innermost last
}

// instantiate returns the instance of a function for some type arguments and
// queues its body. A function without a body has to be an operation of package
// ir.
func (l *lowerer) instantiate(obj *types.Func, args []types.Type, at ast.Node) *ir.Func {
	obj = obj.Origin()
	key := obj.FullName()
	for _, a := range args {
		key += "," + types.TypeString(a, nil)
	}
	if known := l.funcs[key]; known != nil {
		return known.ir
	}
	f := l.newFunction(l.program.Package(obj.Pkg().Path()))
	l.funcs[key] = f
	if f.decl = l.decls[obj]; f.decl == nil || f.decl.Body == nil {
		f.decl = nil
		if f.ir.Op = ir.FunctionOp(obj.FullName()); f.ir.Op == ir.NoOp {
			l.fail(at, "the function %s, which has no body", obj.FullName())
		}
		return f.ir
	}
	sig := obj.Signature()
	params := sig.TypeParams()
	f.ir.Name, f.ir.Doc = obj.Name(), text(f.decl.Doc)
	if sig.Recv() != nil {
		params = sig.RecvTypeParams()
		recv := sig.Recv().Type()
		if p, ok := recv.(*types.Pointer); ok {
			recv = p.Elem()
		}
		f.ir.Name = recv.(*types.Named).Obj().Name() + "_" + obj.Name()
	}
	for i := range params.Len() {
		f.env[params.At(i)] = args[i]
	}
	l.queue = append(l.queue, f)
	f.header(sig)
	part := l.part(obj.Pkg())
	part.Funcs = append(part.Funcs, f.ir)
	l.order[f.ir] = obj.Pos()
	return f.ir
}

func (l *lowerer) newFunction(pkg *load.Package) *function {
	return &function{
		lowerer: l, ir: &ir.Func{}, pkg: pkg, env: env{},
		locals: map[types.Object]*ir.Var{}, scopes: map[*ir.Var]*types.Scope{},
	}
}

func (f *function) header(sig *types.Signature) {
	if sig.Recv() != nil {
		f.param(sig.Recv())
	}
	for i := range sig.Params().Len() {
		f.param(sig.Params().At(i))
	}
	results := f.concreteTuple(sig.Results(), f.env)
	f.ir.Result = f.lowerer.result(results, f.decl)
	for i := range sig.Results().Len() {
		if v := sig.Results().At(i); v.Name() != "" {
			f.ir.Results = append(f.ir.Results, f.local(v, f.decl))
		}
	}
}

func (f *function) param(v *types.Var) {
	p := f.local(v, f.decl)
	if p.Name == "" || p.Name == "_" {
		p.Name = "unused"
	}
	f.ir.Params = append(f.ir.Params, p)
}

// local returns the local variable for a Go object and makes it at first use.
func (f *function) local(obj types.Object, at ast.Node) *ir.Var {
	if v := f.locals[obj]; v != nil {
		return v
	}
	v := &ir.Var{Name: obj.Name(), Type: f.typ(f.concrete(obj.Type(), f.env), at)}
	f.locals[obj] = v
	f.scopes[v] = obj.Parent()
	f.declared = append(f.declared, v)
	return v
}

// temporary makes a local variable that Go has no name for.
func (f *function) temporary(name string, t ir.Type) *ir.Var {
	v := &ir.Var{Name: name, Type: t}
	f.declared = append(f.declared, v)
	return v
}

func (l *lowerer) body(f *function) {
	for _, e := range f.pkg.Errors {
		if e.Pos >= f.decl.Pos() && e.Pos < f.decl.End() {
			l.failAt(e.Pos, "%s", e.Msg)
		}
	}
	for _, file := range f.pkg.Files {
		if file.FileStart <= f.decl.Pos() && f.decl.Pos() < file.FileEnd {
			f.notes = ast.NewCommentMap(l.program.Fset, f.decl.Body, file.Comments)
		}
	}
	f.ir.Body = f.block(f.decl.Body.List)
	// The value of a variable that is set again or pointed to is not its only one.
	for _, v := range f.declared {
		if v.Sets > 0 || v.Addressed {
			v.Only = nil
		}
	}
}

// comments are the comments before a statement.
func (f *function) comments(s ast.Node) []ir.Stmt {
	var list []ir.Stmt
	for _, g := range f.notes[s] {
		if t := strings.TrimSpace(g.Text()); t != "" {
			list = append(list, &ir.Comment{Text: t})
		}
	}
	return list
}

func (f *function) ident(x *ast.Ident) ir.Expr {
	switch obj := f.pkg.Info.ObjectOf(x).(type) {
	case *types.Var:
		if obj.Parent() == obj.Pkg().Scope() {
			return f.global(obj, x)
		}
		v := f.local(obj, x)
		return &ir.VarRef{Typed: ir.Of(v.Type), Var: v}
	case *types.Func:
		return f.instance(x)
	}
	f.fail(x, "%s as a value", x.Name)
	return bad()
}

// global translates a package variable, with its initial value at first use.
func (f *function) global(obj *types.Var, at ast.Node) ir.Expr {
	v := f.vars[obj]
	if v == nil {
		v = &ir.Var{Name: obj.Name(), Doc: f.docs[obj], Type: f.typ(obj.Type(), at), Global: true}
		f.vars[obj] = v
		f.part(obj.Pkg())
		f.globals = append(f.globals, v)
		f.initial(obj, v, at)
	}
	return &ir.VarRef{Typed: ir.Of(v.Type), Var: v}
}

// initial translates the initial value of a package variable.
func (f *function) initial(obj *types.Var, v *ir.Var, at ast.Node) {
	pkg := f.program.Package(obj.Pkg().Path())
	for _, init := range pkg.Info.InitOrder {
		for _, lhs := range init.Lhs {
			if lhs != obj {
				continue
			}
			if len(init.Lhs) > 1 {
				f.fail(at, "the variable %s of several results", obj.Name())
				return
			}
			v.Init = f.newFunction(pkg).exprAs(init.Rhs, v.Type)
		}
	}
}

// instance translates a function that is used as a value.
func (f *function) instance(x ast.Expr) ir.Expr {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if sel, isSel := ast.Unparen(x).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		f.fail(x, "this function as a value")
		return bad()
	}
	obj, isFunc := f.pkg.Info.Uses[id].(*types.Func)
	if !isFunc {
		f.fail(x, "%s as a value", id.Name)
		return bad()
	}
	fn := f.instantiate(obj, f.concreteList(f.pkg.Info.Instances[id].TypeArgs, f.env), x)
	return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
}

// selector translates a field, a name of another package or a method as a value.
func (f *function) selector(x *ast.SelectorExpr) ir.Expr {
	sel := f.pkg.Info.Selections[x]
	if sel == nil {
		switch obj := f.pkg.Info.Uses[x.Sel].(type) {
		case *types.Var:
			return f.global(obj, x)
		case *types.Func:
			return f.instance(x)
		}
		f.fail(x, "%s as a value", x.Sel.Name)
		return bad()
	}
	switch sel.Kind() {
	case types.FieldVal:
		return f.path(f.expr(x.X), sel.Index(), x)
	case types.MethodExpr:
		fn := f.instantiate(sel.Obj().(*types.Func), typeArgs(f.concrete(sel.Recv(), f.env)), x)
		return &ir.FuncRef{Typed: ir.Of(f.typeOf(x)), Func: fn}
	}
	f.fail(x, "the method %s as a value (call it, or use the function of its type)", x.Sel.Name)
	return bad()
}

// typeArgs are the type arguments of a type, or of what a pointer points to.
func typeArgs(t types.Type) []types.Type {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	var args []types.Type
	if n, ok := t.(*types.Named); ok {
		for i := range n.TypeArgs().Len() {
			args = append(args, n.TypeArgs().At(i))
		}
	}
	return args
}

// path selects a field by its index sequence, through embedded structs.
func (f *function) path(x ir.Expr, index []int, at ast.Node) ir.Expr {
	for _, i := range index {
		t := x.Type()
		if p := ir.Pointee(t); p != nil {
			t = p
		}
		s, ok := ir.Under(t).(*ir.Struct)
		if !ok || i >= len(s.Fields) {
			f.fail(at, "this field")
			return bad()
		}
		x = &ir.FieldOf{Typed: ir.Of(s.Fields[i].Type), X: x, Field: s.Fields[i]}
	}
	return x
}

// reserved are keywords and library names of C++ and Python, and the names of
// the runtimes. Package java changes the names that only Java reserves.
var reserved = strings.Fields(`
alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr const_cast continue
decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
long mutable namespace new noexcept not nullptr operator or private protected public register reinterpret_cast return
short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename union unsigned using virtual void volatile wchar_t while xor
False None True as assert async await def del elif except finally from global import in is lambda nonlocal pass raise
with yield self
abs bytes chr dict enumerate float int len list max min object ord print range repr round set slice sorted str sum tuple
type zip sys os math time std main index near far read write open errno stdin stdout stderr signal time exp log pow y0 y1 j0 j1 yn jn
Error FieldRef hexadecimal8 ItemRef Lanes LITERAL Pairs Signed Slice Units Window addLanes append appendAll appended argument argumentCount argumentList bitLength byteText bytesOf bytes_of copy
copyTo copy_into cpuTime cpu_time ctz16 ctz32 ctz64 ctz8 cut decimal each errorOf finish floor isInfinite is_infinite
listOf makeSlice parseFloat parse_float popcount positive prefetch popcount32 popcount64 printOut print_out quoted quotedByte
quoted_byte quotient readAll readFile readInput read_file read_input remainder replaceFile replace_file
round_half_away rt_arguments set shl shr sign_bit signed16 signed32 signed64 signed8 textOf text_of warn window withRoom
writeFile write_file zeros isRegular stat S_ISREG count_digits
askPassword ask_password closeLine close_line connectTo openLine open_line patience pauseFor pause_for realTime receiveBytes
receive_bytes restoreTerminal sendText send_text terminalBefore waitFor
accept bind close connect kill listen pause poll recv select send sleep socket
`)

// namer gives out each name once.
type namer struct{ taken map[string]bool }

// pick takes the first name that is free, or the last one with a number.
func (n *namer) pick(names ...string) string {
	for _, name := range names {
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
	for i := 2; ; i++ {
		name := fmt.Sprintf("%s_%d", names[len(names)-1], i)
		if !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
}

// name gives everything in the program a unique name.
func (l *lowerer) name(p *ir.Program) {
	n := &namer{map[string]bool{}}
	for _, word := range reserved {
		n.taken[word] = true
	}
	for _, part := range p.Parts {
		tag := path.Base(path.Dir(part.Name))
		if tag+"/" == load.Module || tag == "." {
			tag = path.Base(part.Name)
		}
		for _, t := range part.Structs {
			t.Name = n.pick(t.Name, tag+"_"+t.Name)
		}
		for _, t := range part.Named {
			t.Name = n.pick(t.Name, tag+"_"+t.Name)
		}
		for _, f := range part.Funcs {
			f.Name = n.pick(f.Name, tag+"_"+f.Name)
		}
		for _, c := range part.Consts {
			c.Name = n.pick(c.Name, tag+"_"+c.Name)
		}
	}
	for _, v := range p.Vars {
		v.Name = n.pick(v.Name, v.Name+"_table")
	}
	for _, f := range l.funcs {
		f.nameLocals(n)
	}
	for _, part := range p.Parts {
		for _, t := range part.Structs {
			nameFields(t, n)
		}
	}
}

// nameFields gives the fields of a struct lower-case names that nothing else
// has.
func nameFields(t *ir.Struct, globals *namer) {
	own := map[string]bool{}
	for _, field := range t.Fields {
		name := strings.ToLower(field.Name[:1]) + field.Name[1:]
		if strings.ToUpper(field.Name) == field.Name { // such as PV
			name = strings.ToLower(field.Name)
		}
		for globals.taken[name] || own[name] {
			name += "_"
		}
		own[name] = true
		field.Name = name
	}
}

// nameLocals gives each local variable a name that neither the program nor a
// variable in an overlapping scope has.
func (f *function) nameLocals(globals *namer) {
	used := map[string][]*ir.Var{}
	for _, v := range f.declared {
		base := v.Name
		for i := 1; ; i++ {
			name := base
			if i > 1 {
				name = fmt.Sprintf("%s%d", base, i)
			} else if globals.taken[name] {
				name = base + "_"
			}
			if !globals.taken[name] && !f.clashes(used[name], v) {
				v.Name = name
				used[name] = append(used[name], v)
				break
			}
		}
	}
}

// clashes reports whether the scope of v overlaps that of one of the variables.
func (f *function) clashes(list []*ir.Var, v *ir.Var) bool {
	scope := f.scopes[v]
	for _, other := range list {
		o := f.scopes[other]
		if scope == nil || o == nil || inside(scope, o) || inside(o, scope) {
			return true
		}
	}
	return false
}

func inside(in, out *types.Scope) bool {
	for ; in != nil; in = in.Parent() {
		if in == out {
			return true
		}
	}
	return false
}
