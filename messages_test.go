package evolab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evolab/experiments"
)

// checkoutFile is a file that only a checkout has.
var checkoutFile = regexp.MustCompile(`\b(?:experiments/[\w-]+\.yaml|docs/[\w/-]+\.md)|\bCONTRIBUTING\.md`)

// The program may be alone in an empty folder, so what it prints names no file of
// a checkout: neither its texts nor the comments of its examples.
func TestMessagesNameNoFileOfACheckout(t *testing.T) {
	texts := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.Contains(path, "testdata") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				texts++
				if found := checkoutFile.FindString(text.Value); found != "" {
					t.Errorf("%s: a text names %s", set.Position(text.Pos()), found)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || texts < 1000 {
		t.Errorf("%d texts, %v", texts, err)
	}
	for _, name := range experiments.Names() {
		text, err := experiments.Commented(name)
		if found := checkoutFile.Find(text); err != nil || found != nil {
			t.Errorf("example %s names %s (%v)", name, found, err)
		}
	}
}
