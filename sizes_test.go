package evolab

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a reader can hold in the head.
const (
	mostLines      = 200 // of a file
	mostOfFunction = 40  // lines
	mostPaths      = 15  // cyclomatic complexity
)

// Files and functions stay small. Tests, which are tables and drawn boards, may be
// longer.
func TestCodeComesInSmallPieces(t *testing.T) {
	read := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		list, err := tooLarge(path, source)
		for _, text := range list {
			t.Error(text)
		}
		return err
	})
	if err != nil || read < 500 {
		t.Errorf("%d files, %v", read, err)
	}
}

// tooLarge lists what is too large in a file.
func tooLarge(path string, source []byte) (list []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if n := files.File(file.FileStart).LineCount(); n > mostLines {
		list = append(list, fmt.Sprintf("%s: %d lines (allowed: %d)", path, n, mostLines))
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from, to := files.Position(f.Pos()).Line, files.Position(f.End()).Line
		if n := to - from + 1; n > mostOfFunction {
			list = append(list, fmt.Sprintf("%s:%d: %s has %d lines (allowed: %d)", path, from, f.Name.Name, n, mostOfFunction))
		}
		if n := paths(f); n > mostPaths {
			list = append(list, fmt.Sprintf("%s:%d: %s has a cyclomatic complexity of %d (allowed: %d)", path, from, f.Name.Name, n, mostPaths))
		}
	}
	return list, nil
}

// paths is the cyclomatic complexity of a function.
func paths(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			n += min(1, len(node.List)) // default is no decision
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

func TestLargePiecesAreFound(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"a file":     {"package p\n" + strings.Repeat("\n", 200), []string{"p.go: 201 lines (allowed: 200)"}},
		"full":       {"package p\n" + strings.Repeat("\n", 199), nil},
		"a function": {"package p\n\nfunc f() {\n" + strings.Repeat("\n", 39) + "}\n", []string{"p.go:3: f has 41 lines (allowed: 40)"}},
		"paths": {"package p\n\nfunc f(a, b bool) {\n\tfor range 3 {\n\t\tif a && b || !a {\n\t\t}\n\t}\n\tswitch {\n" +
			strings.Repeat("\tcase a:\n", 12) + "\tdefault:\n\t}\n}\n", []string{"p.go:3: f has a cyclomatic complexity of 17 (allowed: 15)"}},
	} {
		got, err := tooLarge("p.go", []byte(test.source))
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, test.want)
		}
	}
}
