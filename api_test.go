package evolab

import (
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a package comment says about the names that other modules can use, in
// a paragraph of its own.
const (
	isAPI = "\nAPI: it keeps its form within a major version"
	noAPI = "\nNo API: it may change in any release.\n"
)

// Each package that other modules can import says whether they can rely on it. The
// comment of lab has all that are API, and each of these has an example that runs.
func TestPackagesSayWhatTheyPromise(t *testing.T) {
	packages := map[string]string{} // comments
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || closed(path) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err == nil && file.Name.Name != "main" {
			packages[filepath.ToSlash(filepath.Dir(path))] += file.Doc.Text()
		}
		return err
	})
	if err != nil || len(packages) < 100 {
		t.Fatalf("%d packages, %v", len(packages), err)
	}
	for path, text := range packages {
		switch api, none := strings.Contains(text, isAPI), strings.Contains(text, noAPI); {
		case api == none:
			t.Errorf("%s: the package comment has not one of the paragraphs\n%s ...\n%s", path, isAPI, noAPI)
		case api && !slices.Contains(strings.FieldsFunc(packages["lab"], outsideName), path):
			t.Errorf("%s promises its form, and lab does not name it", path)
		case api && !hasExample(t, path):
			t.Errorf("%s has no example with an output", path)
		}
	}
}

// closed reports whether no other module can import what is at a path.
func closed(path string) bool {
	parts := strings.Split(filepath.ToSlash(path), "/")
	return slices.Contains(parts, "internal") || slices.Contains(parts, "testdata") || parts[0] == "examples" || slices.ContainsFunc(parts, func(s string) bool { return s[0] == '_' })
}

// outsideName cuts a comment into words that may be paths.
func outsideName(r rune) bool { return strings.ContainsRune(" \n,;:", r) || r == '.' }

func hasExample(t *testing.T, folder string) bool {
	tests, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range tests {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(doc.Examples(file), func(e *doc.Example) bool { return e.Output != "" }) {
			return true
		}
	}
	return false
}
