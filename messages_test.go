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

// eachText visits the string literals of the program.
func eachText(t *testing.T, visit func(path, at, text string)) {
	t.Helper()
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
				visit(filepath.ToSlash(path), set.Position(text.Pos()).String(), text.Value)
			}
			return true
		})
		return nil
	})
	if err != nil || texts < 1000 {
		t.Errorf("%d texts, %v", texts, err)
	}
}

// checkoutFile is a file that only a checkout has.
var checkoutFile = regexp.MustCompile(`\b(?:experiments/[\w-]+\.yaml|docs/[\w/-]+\.md)|\bCONTRIBUTING\.md`)

// The program may be alone in an empty folder, so what it prints names no file of
// a checkout: neither its texts nor the comments of its examples.
func TestMessagesNameNoFileOfACheckout(t *testing.T) {
	eachText(t, func(_, at, text string) {
		if found := checkoutFile.FindString(text); found != "" {
			t.Errorf("%s: a text names %s", at, found)
		}
	})
	for _, name := range experiments.Names() {
		text, err := experiments.Commented(name)
		if found := checkoutFile.Find(text); err != nil || found != nil {
			t.Errorf("example %s names %s (%v)", name, found, err)
		}
	}
}

var (
	// counted matches things that are counted without package quantity, and their noun.
	counted = regexp.MustCompile(`%[dgv] (?:(?:training|fresh|random|legal|single|opening|void|other|more|black|white) )*([a-z]{2,}s)\b[^=]`)
	// verb matches words that look like such nouns.
	verb = regexp.MustCompile(`^(?:is|was|has|does|as|its|adds|beats|follows|meets|plays|refuses|takes|wins)$`)
	// inward are rooms whose texts only tests and their writers see.
	inward = regexp.MustCompile(`^(?:examples|agent/nimtest|game/gametest|features/featurestest|ship/shiptest)/`)
	// numbered are texts with numbers that are never 1, and a format of files.
	numbered = regexp.MustCompile(`%d lines, the colour|tables of %d phases|%d positions, crc32|%q\.\.\. \(%d bytes|%d men %d kings : |^"%d bytes"$`)
)

// No message says "1 games".
func TestNounsAgreeWithTheirNumbers(t *testing.T) {
	eachText(t, func(path, at, text string) {
		for _, found := range counted.FindAllStringSubmatch(text, -1) {
			if !inward.MatchString(path) && !verb.MatchString(found[1]) && !numbered.MatchString(text) {
				t.Errorf("%s: %q is wrong for 1 (expected: quantity.Of)", at, found[0])
			}
		}
	})
}
