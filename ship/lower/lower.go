package lower

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/load"
)

// Program translates the function main of the package path and all that it
// reaches. The error lists up to maxErrors positions outside the subset.
func Program(p *load.Program, path, main string) (*ir.Program, error) {
	l := &lowerer{
		program: p, context: types.NewContext(),
		types: map[string]ir.Type{}, funcs: map[string]*function{},
		consts: map[types.Object]*ir.Const{}, vars: map[types.Object]*ir.Var{},
		parts: map[string]*ir.Part{}, order: map[any]token.Pos{}, decls: map[types.Object]*ast.FuncDecl{},
		docs: map[types.Object]string{}, fieldDocs: map[token.Pos]string{}, calls: map[ir.Expr]token.Pos{},
	}
	l.index()
	entry, ok := p.Package(path).Types.Scope().Lookup(main).(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s has no function %s", path, main)
	}
	run := l.instantiate(entry, nil, l.decls[entry])
	for len(l.queue) > 0 {
		next := l.queue[0]
		l.queue = l.queue[1:]
		l.body(next)
	}
	l.ordered()
	if len(l.errs) > 0 {
		return nil, l.failure()
	}
	return l.finish(run), nil
}

// lowerer is one translation.
type lowerer struct {
	program *load.Program
	context *types.Context
	types   map[string]ir.Type   // by the Go type's full name
	funcs   map[string]*function // by the full name of the instance
	consts  map[types.Object]*ir.Const
	vars    map[types.Object]*ir.Var // package variables
	globals []*ir.Var
	queue   []*function
	parts   map[string]*ir.Part
	order   map[any]token.Pos // positions of what a part contains
	decls   map[types.Object]*ast.FuncDecl
	docs    map[types.Object]string
	// fieldDocs are the comments of fields, by the positions of their names: the
	// instances of a generic type share them.
	fieldDocs map[token.Pos]string
	calls     map[ir.Expr]token.Pos // positions of calls
	errs      []place
}

// index notes the declarations of functions and the comments of everything else.
func (l *lowerer) index() {
	for _, pkg := range l.program.Packages {
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if obj := pkg.Info.Defs[d.Name]; obj != nil {
						l.decls[obj] = d
					}
				case *ast.GenDecl:
					l.indexDocs(pkg, d)
				}
			}
		}
	}
}

func (l *lowerer) indexDocs(pkg *load.Package, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			l.docs[pkg.Info.Defs[s.Name]] = text(s.Doc, d.Doc)
			ast.Inspect(s, func(n ast.Node) bool {
				if field, ok := n.(*ast.Field); ok && len(field.Names) > 0 {
					l.fieldDocs[field.Names[0].Pos()] = text(field.Doc, field.Comment)
				}
				return true
			})
		case *ast.ValueSpec:
			doc := text(s.Doc, s.Comment)
			if doc == "" && len(d.Specs) == 1 {
				doc = text(d.Doc)
			}
			for _, name := range s.Names {
				l.docs[pkg.Info.Defs[name]] = doc
			}
		}
	}
}

// text is the first comment that is not empty.
func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if t := strings.TrimSpace(g.Text()); t != "" {
			return t
		}
	}
	return ""
}

// part returns the part of a package.
func (l *lowerer) part(pkg *types.Package) *ir.Part {
	part := l.parts[pkg.Path()]
	if part == nil {
		part = &ir.Part{Name: pkg.Path()}
		for _, file := range l.program.Package(pkg.Path()).Files {
			if file.Doc != nil {
				part.Doc = text(file.Doc)
			}
		}
		l.parts[pkg.Path()] = part
	}
	return part
}

// finish sorts everything in source order and chooses the names.
func (l *lowerer) finish(entry *ir.Func) *ir.Program {
	p := &ir.Program{Entry: entry}
	for _, pkg := range l.program.Packages {
		part := l.parts[pkg.Path]
		if part == nil {
			continue
		}
		sortBy(part.Named, l.order)
		sortBy(part.Structs, l.order)
		sortBy(part.Consts, l.order)
		sortBy(part.Funcs, l.order)
		p.Parts = append(p.Parts, part)
	}
	p.Vars = l.inOrder()
	l.name(p)
	return p
}

func sortBy[T comparable](list []T, order map[any]token.Pos) {
	slices.SortStableFunc(list, func(a, b T) int { return int(order[a]) - int(order[b]) })
}

// inOrder returns the package variables in the order of their initialisation.
func (l *lowerer) inOrder() []*ir.Var {
	var list []*ir.Var
	done := map[*ir.Var]bool{}
	add := func(obj types.Object) {
		if v := l.vars[obj]; v != nil && !done[v] {
			done[v] = true
			list = append(list, v)
		}
	}
	for _, pkg := range l.program.Packages {
		for _, init := range pkg.Info.InitOrder {
			for _, obj := range init.Lhs {
				add(obj)
			}
		}
		for _, name := range pkg.Types.Scope().Names() {
			add(pkg.Types.Scope().Lookup(name))
		}
	}
	return list
}

// place is an error with its position.
type place struct {
	pos  token.Pos
	text string
}

// ErrSubset is wrapped by every error about code outside the subset.
var ErrSubset = errors.New("outside of the plain subset of Go that can be shipped")

func (l *lowerer) fail(at ast.Node, format string, args ...any) {
	l.failAt(at.Pos(), format, args...)
}

func (l *lowerer) failAt(pos token.Pos, format string, args ...any) {
	p := place{pos, fmt.Sprintf(format, args...)}
	if !slices.Contains(l.errs, p) {
		l.errs = append(l.errs, p)
	}
}

func (l *lowerer) failure() error {
	const maxErrors = 10
	slices.SortStableFunc(l.errs, func(a, b place) int { return int(a.pos) - int(b.pos) })
	var lines []string
	for i, e := range l.errs {
		if i == maxErrors {
			lines = append(lines, fmt.Sprintf("and %d more", len(l.errs)-i))
			break
		}
		at := l.program.Fset.Position(e.pos)
		lines = append(lines, fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, e.text))
	}
	return fmt.Errorf("%w:\n%s", ErrSubset, strings.Join(lines, "\n"))
}

// ordered refuses expressions and statements that depend on the order of two calls: Go
// evaluates them from left to right, C++ in any order.
func (l *lowerer) ordered() {
	pure := ir.NewPurity()
	look := func(x ir.Expr, in *ir.Func, near token.Pos) {
		ir.Exprs(x, func(x ir.Expr) bool {
			if b, ok := x.(*ir.Binary); !ok || b.Op != token.LAND && b.Op != token.LOR {
				l.siblings(ir.Parts(x), pure, in, near)
			}
			return true
		})
	}
	for _, f := range l.funcs {
		if f.decl == nil {
			continue
		}
		ir.Stmts(f.ir.Body, func(s ir.Stmt) {
			operands := ir.Operands(s)
			for _, x := range operands {
				look(x, f.ir, f.decl.Pos())
			}
			l.siblings(operands, pure, f.ir, f.decl.Pos())
		})
	}
	for _, v := range l.globals {
		look(v.Init, &ir.Func{}, token.NoPos)
	}
}

// siblings checks the operands of one expression or statement: of two calls that may change
// something, or one that changes what another one is given, the order matters.
func (l *lowerer) siblings(operands []ir.Expr, pure *ir.Purity, in *ir.Func, near token.Pos) {
	changing := -1
	for i, o := range operands {
		if o == nil || !pure.Expr(o, in).Any() {
			continue
		}
		if changing >= 0 {
			l.failAt(l.posOf(o, near), "two calls in one expression that may change something (give the first one's result a name)")
			return
		}
		changing = i
	}
	if changing < 0 {
		return
	}
	changed := pure.Changed(operands[changing])
	for i, o := range operands {
		ir.Exprs(o, func(x ir.Expr) bool {
			if call, ok := x.(*ir.Call); ok && i != changing && slices.ContainsFunc(call.Args, func(x ir.Expr) bool {
				return ir.Reads(x, func(v *ir.Var) bool { return changed[v] })
			}) {
				l.failAt(l.posOf(o, near), "a call beside one that may change what it is given (give the first one's result a name)")
			}
			return true
		})
	}
}

// posOf is the position of the first call in an expression, or near it.
func (l *lowerer) posOf(x ir.Expr, near token.Pos) token.Pos {
	pos := token.NoPos
	ir.Exprs(x, func(x ir.Expr) bool {
		if p, ok := l.calls[x]; ok && pos == token.NoPos {
			pos = p
		}
		return true
	})
	if pos == token.NoPos {
		return near
	}
	return pos
}
