package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// A directive in the comment of a constant gives it another value in a shipped
// program:
//
//	const lookInterval = 512 //ship:slow 8
//	const usualRows = 18     //ship:set rows
//
// The first applies if Options.Slow is true; its value is a Go expression. The
// second takes its value from Options.Set, if there is one.
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
					return fmt.Errorf("load: %v: %s: %w", p.Fset.Position(c.Pos()), c.Text, err)
				}
				obeyed[c] = true
			}
		}
	}
	for _, c := range directives(file.Comments...) {
		if !obeyed[c] {
			return fmt.Errorf("load: %v: %s belongs to no constant", p.Fset.Position(c.Pos()), c.Text)
		}
	}
	return nil
}

// directives are the directives in some comments.
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

// obey applies a directive to its constant.
func (p *Program) obey(c *ast.Comment, v *ast.ValueSpec) error {
	if len(v.Names) != 1 || len(v.Values) != 1 {
		return errors.New("a constant with a value of its own is expected")
	}
	verb, argument, _ := strings.Cut(strings.TrimPrefix(c.Text, prefix), " ")
	switch verb {
	case "slow":
		value, err := parser.ParseExprFrom(p.Fset, p.Fset.Position(c.Pos()).String(), argument, 0)
		if err != nil {
			return fmt.Errorf("an expression is expected: %w", err)
		}
		if p.Slow {
			v.Values[0] = value
		}
	case "set":
		p.settable[argument] = true
		if value, ok := p.Set[argument]; ok {
			v.Values[0] = &ast.BasicLit{ValuePos: v.Values[0].Pos(), Kind: token.INT, Value: strconv.FormatInt(value, 10)}
		}
	default:
		return errors.New(`"slow VALUE" or "set NAME" is expected`)
	}
	return nil
}
