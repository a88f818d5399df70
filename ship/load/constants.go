package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// checkConstants reports constants of packages that do not exist. Programs
// import different packages, so no program meets all constants.
func (p *Program) checkConstants() error {
	for key := range p.Constants {
		name, _ := cutConstant(key)
		_, files, err := p.find(name)
		if _, overlaid := p.Overlay[name]; err != nil || len(files) == 0 && !overlaid {
			return fmt.Errorf("load: there is no package %s for the constant %s", name, key)
		}
	}
	return nil
}

// reset puts the other values of constants into a package.
func (p *Program) reset(name string, files []*ast.File) error {
	for key, value := range p.Constants {
		path, constant := cutConstant(key)
		if path == name && !put(files, constant, value) {
			return fmt.Errorf("load: %s has no constant %s any more", path, constant)
		}
	}
	return nil
}

// cutConstant splits a name such as "evolab/search.MaxDepth".
func cutConstant(key string) (path, name string) {
	dot := strings.LastIndexByte(key, '.')
	return key[:dot], key[dot+1:]
}

func put(files []*ast.File, name string, value int64) bool {
	for _, file := range files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.CONST {
				continue
			}
			for _, spec := range d.Specs {
				v := spec.(*ast.ValueSpec)
				if len(v.Names) == 1 && v.Names[0].Name == name && len(v.Values) == 1 {
					v.Values[0] = &ast.BasicLit{ValuePos: v.Values[0].Pos(), Kind: token.INT, Value: fmt.Sprint(value)}
					return true
				}
			}
		}
	}
	return false
}
