package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"slices"
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
			return nil, fmt.Errorf("load: no constant has the directive %sset %s", prefix, name)
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
