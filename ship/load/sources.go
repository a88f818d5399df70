package load

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"io/fs"
	"path"
	"slices"
	"strings"
)

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
