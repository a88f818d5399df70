// Package load reads and type-checks the Go sources of what is shipped, from
// any file system and without a Go toolchain.
package load

import (
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Module is the prefix of the import paths of the module's packages.
const Module = "evolab/"

// Package is a type-checked package.
type Package struct {
	Path  string
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	// Errors are the type errors, which count only in code that is reached.
	Errors []types.Error
}

// Program is a package and all that it imports.
type Program struct {
	Fset *token.FileSet
	// Packages are sorted: each comes after the packages that it imports.
	Packages []*Package
	byPath   map[string]*Package
	settable map[string]bool // the names in //ship:set directives
	Options
}

// Options say where the sources come from and what is changed in them.
type Options struct {
	// Sources has the folders of the module.
	Sources fs.FS
	// Overlay holds packages, each as one source, by import path; they replace
	// those in Sources.
	Overlay map[string]string
	// Slow is set for a language in which a node takes a hundred times as long:
	// constants get the values of their //ship:slow directives. These are about
	// time and memory; under a node limit they change nothing.
	Slow bool
	// Warming is set for a language that is compiled while it runs, at first a
	// hundred times slower than later: constants get the values of their
	// //ship:warming directives, which are about time as well.
	Warming bool
	// Native is set for a language that is compiled to machine code before it runs, with the
	// instructions that Go lacks: constants get the values of their //ship:native directives.
	Native bool
	// Set has the values of constants by the names in their //ship:set directives.
	// A name that no constant has is an error.
	Set map[string]int64
}

// Load reads the package with the import path main and all that it imports.
func Load(o Options, main string) (*Program, error) {
	p := &Program{Fset: token.NewFileSet(), byPath: map[string]*Package{}, settable: map[string]bool{}, Options: o}
	if _, err := p.Import(main); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(p.Set)) {
		if !p.settable[name] {
			return nil, fmt.Errorf("no constant has the directive %sset %s", prefix, name)
		}
	}
	return p, nil
}

// Package returns a package by its import path, or nil if it was not read.
func (p *Program) Package(path string) *Package { return p.byPath[path] }

// Import implements types.Importer: it reads a package once.
func (p *Program) Import(name string) (*types.Package, error) {
	if known, ok := p.byPath[name]; ok {
		if known == nil {
			return nil, fmt.Errorf("%s imports itself", name)
		}
		return known.Types, nil
	}
	p.byPath[name] = nil
	files, err := p.parse(name)
	for _, file := range files {
		if err == nil {
			err = p.direct(file)
		}
	}
	if err != nil {
		return nil, err
	}
	pkg := &Package{Path: name, Files: files, Info: &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Implicits:  map[ast.Node]types.Object{},
	}}
	config := types.Config{
		Importer: p,
		Sizes:    types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			var found types.Error
			if errors.As(err, &found) {
				pkg.Errors = append(pkg.Errors, found)
			}
		},
	}
	pkg.Types, _ = config.Check(name, p.Fset, files, pkg.Info) // errors are collected above
	p.byPath[name] = pkg
	p.Packages = append(p.Packages, pkg)
	return pkg.Types, nil
}

//go:embed _std
var std embed.FS

// parse reads the files of a package from the overlay, the module or _std. A
// package that is in none of them counts as empty.
func (p *Program) parse(name string) ([]*ast.File, error) {
	if text, ok := p.Overlay[name]; ok {
		file, err := parser.ParseFile(p.Fset, name+".go", text, mode)
		return []*ast.File{file}, err
	}
	from, names, err := p.find(name)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for i, file := range names {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(from[i], file)
		if err != nil {
			return nil, err
		}
		parsed, err := parser.ParseFile(p.Fset, file, text, mode)
		if err != nil {
			return nil, err
		}
		files = append(files, parsed)
	}
	if len(files) == 0 {
		// A package without declarations: nothing of it can be shipped.
		file, err := parser.ParseFile(p.Fset, "_std/"+name, "package "+path.Base(name), 0)
		return []*ast.File{file}, err
	}
	return files, nil
}

const mode = parser.ParseComments | parser.SkipObjectResolution

// find lists the files of a package and the file system of each. A file in _std
// replaces the module's file of the same name; if it replaces none, the package
// in _std replaces the whole package.
func (p *Program) find(name string) (from []fs.FS, names []string, err error) {
	own, err := fs.Glob(p.Sources, strings.TrimPrefix(name, Module)+"/*.go")
	if err != nil || !strings.HasPrefix(name, Module) {
		own = nil
	}
	instead, err := fs.Glob(std, path.Join("_std", name, "*.go"))
	shared := false
	for _, file := range instead {
		from, names = append(from, std), append(names, file)
		shared = shared || slices.ContainsFunc(own, func(o string) bool { return path.Base(o) == path.Base(file) })
	}
	if len(instead) > 0 && !shared {
		return from, names, err
	}
	for _, file := range own {
		if !slices.ContainsFunc(instead, func(s string) bool { return path.Base(s) == path.Base(file) }) {
			from, names = append(from, p.Sources), append(names, file)
		}
	}
	return from, names, err
}

// A directive in the comment of a constant gives it another value in a shipped
// program:
//
//	const lookInterval = 512 //ship:slow 8
//	const tooShort = 20      //ship:warming 200
//	const fetches = false    //ship:native true
//	const usualRows = 18     //ship:set rows
//
// The first applies if Options.Slow is true, the second if Options.Warming is, the third
// if Options.Native is; their values are Go expressions. The fourth takes its value from
// Options.Set, if there is one.
const prefix = "//ship:"

// direct applies the directives of a file. An unknown directive is an error, and
// so is one that belongs to no constant.
func (p *Program) direct(file *ast.File) error {
	obeyed := map[*ast.Comment]bool{}
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			continue
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			groups := []*ast.CommentGroup{v.Doc, v.Comment}
			if len(d.Specs) == 1 {
				groups = append(groups, d.Doc)
			}
			for _, c := range directives(groups...) {
				if err := p.obey(c, v); err != nil {
					return fmt.Errorf("%v: %s: %w", p.Fset.Position(c.Pos()), c.Text, err)
				}
				obeyed[c] = true
			}
		}
	}
	for _, c := range directives(file.Comments...) {
		if !obeyed[c] {
			return fmt.Errorf("%v: %s belongs to no constant", p.Fset.Position(c.Pos()), c.Text)
		}
	}
	return nil
}

func directives(groups ...*ast.CommentGroup) []*ast.Comment {
	var list []*ast.Comment
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, prefix) {
				list = append(list, c)
			}
		}
	}
	return list
}

func (p *Program) obey(c *ast.Comment, v *ast.ValueSpec) error {
	if len(v.Names) != 1 || len(v.Values) != 1 {
		return errors.New("a constant with a value of its own is expected")
	}
	verb, argument, _ := strings.Cut(strings.TrimPrefix(c.Text, prefix), " ")
	switch verb {
	case "slow", "warming", "native":
		value, err := parser.ParseExprFrom(p.Fset, p.Fset.Position(c.Pos()).String(), argument, 0)
		if err != nil {
			return fmt.Errorf("an expression is expected: %w", err)
		}
		if p.Slow && verb == "slow" || p.Warming && verb == "warming" || p.Native && verb == "native" {
			v.Values[0] = value
		}
	case "set":
		p.settable[argument] = true
		if value, ok := p.Set[argument]; ok {
			v.Values[0] = &ast.BasicLit{ValuePos: v.Values[0].Pos(), Kind: token.INT, Value: strconv.FormatInt(value, 10)}
		}
	default:
		return errors.New(`"slow VALUE", "warming VALUE", "native VALUE" or "set NAME" is expected`)
	}
	return nil
}
