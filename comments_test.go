package evolab

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fileName is a Go file as a package comment names it.
var fileName = regexp.MustCompile(`\b[a-z][a-z0-9_/]*\.go\b`)

// A package comment says in which order to read the files; each of them is
// there.
func TestPackageCommentsNameFilesThatExist(t *testing.T) {
	named := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.Contains(path, "testdata") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return err
		}
		for _, name := range fileName.FindAllString(file.Doc.Text(), -1) {
			named++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), name)); err != nil {
				if _, err := os.Stat(name); err != nil {
					t.Errorf("%s: the package comment names %s, which does not exist", path, name)
				}
			}
		}
		return nil
	})
	if err != nil || named < 100 {
		t.Errorf("%d names, %v", named, err)
	}
}

// road is a function as CONTRIBUTING.md names it.
var road = regexp.MustCompile("`([a-z][a-z0-9_/]*\\.go): ([A-Za-z]+)`")

// The functions that lead through the code are where CONTRIBUTING.md says.
func TestRoadsLeadSomewhere(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	stops := road.FindAllStringSubmatch(string(text), -1)
	for _, stop := range stops {
		source, err := os.ReadFile(stop[1])
		if declared := regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + stop[2] + `[\[(]`); err != nil || !declared.Match(source) {
			t.Errorf("%s: no function %s (%v)", stop[1], stop[2], err)
		}
	}
	if len(stops) < 20 {
		t.Errorf("only %d functions are named", len(stops))
	}
}
