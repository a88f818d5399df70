package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/load"
)

// function is one instance of a Go function and what its body is read with.
type function struct {
	*lowerer
	ir     *ir.Func
	decl   *ast.FuncDecl
	pkg    *load.Package
	env    env
	locals map[types.Object]*ir.Var
	scopes map[*ir.Var]*types.Scope
	order  []*ir.Var // locals as they come
	notes  ast.CommentMap
	loops  []ast.Stmt // the enclosing loops and switches, innermost last
}

// function returns the instance of a function for some type arguments; its body
// is translated later.
func (l *lowerer) function(obj *types.Func, args []types.Type) *ir.Func {
	obj = obj.Origin()
	key := obj.FullName()
	for _, a := range args {
		key += "," + types.TypeString(a, nil)
	}
	if known := l.funcs[key]; known != nil {
		return known.ir
	}
	f := &function{
		lowerer: l, ir: &ir.Func{Doc: ""}, decl: l.decls[obj], pkg: l.program.Package(obj.Pkg().Path()), env: env{},
		locals: map[types.Object]*ir.Var{}, scopes: map[*ir.Var]*types.Scope{},
	}
	l.funcs[key] = f
	f.ir.Name = obj.Name()
	sig := obj.Signature()
	params := sig.TypeParams()
	if sig.Recv() != nil {
		params = sig.RecvTypeParams()
		f.ir.Name = receiverName(sig.Recv().Type()) + "_" + obj.Name()
	}
	for i := range params.Len() {
		f.env[params.At(i)] = args[i]
	}
	l.queue = append(l.queue, f)
	if f.decl == nil || f.decl.Body == nil {
		f.ir.External, f.ir.Name = true, obj.FullName()
		l.order2(f, obj)
		return f.ir
	}
	f.ir.Doc = text(f.decl.Doc)
	f.header(sig)
	l.order2(f, obj)
	return f.ir
}

func (l *lowerer) order2(f *function, obj *types.Func) {
	if f.ir.External {
		return
	}
	part := l.part(obj.Pkg())
	part.Funcs = append(part.Funcs, f.ir)
	l.orderOf(f.ir, obj.Pos())
}

func (l *lowerer) orderOf(x any, pos token.Pos) { l.order[x] = pos }

func receiverName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// header makes the parameters and results.
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

// local is the variable of a function for a Go object, made when it first comes.
func (f *function) local(obj types.Object, at ast.Node) *ir.Var {
	if v := f.locals[obj]; v != nil {
		return v
	}
	v := &ir.Var{Name: obj.Name(), Type: f.typ(f.concrete(obj.Type(), f.env), at)}
	f.locals[obj] = v
	f.scopes[v] = obj.Parent()
	f.order = append(f.order, v)
	return v
}

// temporary is a variable that Go has no name for.
func (f *function) temporary(name string, t ir.Type) *ir.Var {
	v := &ir.Var{Name: name, Type: t}
	f.order = append(f.order, v)
	return v
}

// body translates a function's body.
func (l *lowerer) body(f *function) {
	if f.ir.External {
		return
	}
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
	f.once()
}

// once finds the variables whose only value is that of their declaration.
func (f *function) once() {
	for _, v := range f.order {
		if v.Sets > 0 || v.Addressed {
			v.Only = nil
		}
	}
}

// comments are those before a statement.
func (f *function) comments(s ast.Node) []ir.Stmt {
	var list []ir.Stmt
	for _, g := range f.notes[s] {
		if t := strings.TrimSpace(g.Text()); t != "" {
			list = append(list, &ir.Comment{Text: t})
		}
	}
	return list
}
