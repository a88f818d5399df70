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
	"path"
	"slices"
	"strings"
)

//go:embed _std/*/*.go _std/*/*/*.go _std/*/*/*/*.go _std/*/*/*/*/*.go
var std embed.FS

// Module is the import path in front of the sources' own packages.
const Module = "evolab/"

// Package is one package with everything that is known of its code.
type Package struct {
	Path  string
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	// Errors are the type errors, which count only where they are reached.
	Errors []types.Error
}

// Program is a package and all that it imports.
type Program struct {
	Fset *token.FileSet
	// Packages are sorted so that a package stands after all that it imports.
	Packages []*Package
	byPath   map[string]*Package
	Options
}

// Options are what is read instead of what.
type Options struct {
	// Sources has the folders of the module.
	Sources fs.FS
	// Overlay holds the whole source of packages by import path, which goes
	// before Sources.
	Overlay map[string]string
	// Constants are other values for constants of packages, by names such as
	// "evolab/search.MaxDepth". One that its package lacks is an error, and so is
	// a package that does not exist; it need not be one that main imports.
	Constants map[string]int64
}

// Load reads the package of the import path main and what it imports.
func Load(o Options, main string) (*Program, error) {
	p := &Program{Fset: token.NewFileSet(), byPath: map[string]*Package{}, Options: o}
	if err := p.checkConstants(); err != nil {
		return nil, err
	}
	if _, err := p.Import(main); err != nil {
		return nil, err
	}
	return p, nil
}

// Package finds a package by its import path, nil if it was not read.
func (p *Program) Package(path string) *Package { return p.byPath[path] }

// Import is for go/types: it reads a package, unless it has been read.
func (p *Program) Import(name string) (*types.Package, error) {
	if known, ok := p.byPath[name]; ok {
		if known == nil {
			return nil, fmt.Errorf("load: %s imports itself", name)
		}
		return known.Types, nil
	}
	p.byPath[name] = nil
	files, err := p.parse(name)
	if err == nil {
		err = p.reset(name, files)
	}
	if err != nil {
		return nil, err
	}
	pkg := &Package{Path: name, Files: files, Info: newInfo()}
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

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Implicits:  map[ast.Node]types.Object{},
	}
}

// parse reads the files of a package: the overlay's, the module's or those that
// stand for the standard library. One that is nowhere is taken as empty.
func (p *Program) parse(name string) ([]*ast.File, error) {
	if text, ok := p.Overlay[name]; ok {
		file, err := parser.ParseFile(p.Fset, name+".go", text, mode)
		return []*ast.File{file}, err
	}
	from, names, err := p.find(name)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	var files []*ast.File
	for i, file := range names {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(from[i], file)
		if err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
		parsed, err := parser.ParseFile(p.Fset, file, text, mode)
		if err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
		files = append(files, parsed)
	}
	if len(files) == 0 {
		return p.empty(name)
	}
	return files, nil
}

const mode = parser.ParseComments | parser.SkipObjectResolution

// find lists the files of a package and where they are. Files of the module
// that touch the system have others in _std in their places: a file of the same
// name, or, where none has, the whole package.
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

// empty stands for a package of which nothing can be shipped.
func (p *Program) empty(name string) ([]*ast.File, error) {
	file, err := parser.ParseFile(p.Fset, "_std/"+name, "package "+path.Base(name), 0)
	return []*ast.File{file}, err
}
