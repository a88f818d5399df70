package lower

import (
	"go/ast"
	"go/types"
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

// newFunction returns an empty function of a package.
func (l *lowerer) newFunction(pkg *load.Package) *function {
	return &function{
		lowerer: l, ir: &ir.Func{}, pkg: pkg, env: env{},
		locals: map[types.Object]*ir.Var{}, scopes: map[*ir.Var]*types.Scope{},
	}
}

// header translates the parameters and results.
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

// body translates a function's body.
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
