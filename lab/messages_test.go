package lab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// messageCall is a command in a text of the program, with the flags right behind it.
var messageCall = regexp.MustCompile(`(?:^|[^./\w-])evolve ([a-z][a-z-]+)((?: (?:[A-Z][A-Z_]*|%[qs]|last|--[a-z-]+))*)`)

// notCommands are words that follow the program's name in sentences about it.
var notCommands = strings.Fields("and alone began is of that turns was wrote writes with")

// Every text of the program that names one of its commands, as hints do, names one
// that exists, with flags that it has.
func TestMessagesNameCommandsThatExist(t *testing.T) {
	root, calls := silentRoot(), 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(literal.Value)
			for _, call := range messageCall.FindAllStringSubmatch(text, -1) {
				if slices.Contains(notCommands, call[1]) {
					continue
				}
				calls++
				c, _, err := root.Find([]string{call[1]})
				if err != nil || c == root {
					t.Errorf("%s: %q: there is no such command", set.Position(n.Pos()), call[0])
					continue
				}
				for _, word := range strings.Fields(call[2]) {
					if name, is := strings.CutPrefix(word, "--"); is && name != "help" && c.Flags().Lookup(name) == nil && c.InheritedFlags().Lookup(name) == nil {
						t.Errorf("%s: %q: there is no such flag", set.Position(n.Pos()), call[0])
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || calls < 100 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
