package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
)

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
	settable map[string]bool // the names of the directives "set" that were read
	Options
}

// Options are what is read instead of what.
type Options struct {
	// Sources has the folders of the module.
	Sources fs.FS
	// Overlay holds the whole source of packages by import path, which goes
	// before Sources.
	Overlay map[string]string
	// Slow is for a language in which a node takes a hundred times as long:
	// constants get the values of their directives "slow".
	Slow bool
	// Set has the values of constants by the names in their directives "set". One
	// that no constant takes is an error.
	Set map[string]int64
}

// Load reads the package of the import path main and what it imports.
func Load(o Options, main string) (*Program, error) {
	p := &Program{Fset: token.NewFileSet(), byPath: map[string]*Package{}, settable: map[string]bool{}, Options: o}
	if _, err := p.Import(main); err != nil {
		return nil, err
	}
	return p, p.checkSet()
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
	for _, file := range files {
		if err == nil {
			err = p.direct(file)
		}
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
