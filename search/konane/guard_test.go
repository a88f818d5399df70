package konane

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rules of Konane forbid databases and learning by anything but play, so
// nothing that plays may reach this package. The table of games is the only
// place that imports it, for the command that solves positions; in agent a test
// makes sure that no player asks the table.
func TestOnlyTheTableOfGamesImportsThis(t *testing.T) {
	var importers []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return nil // sources of tests about broken programs
		}
		for _, spec := range file.Imports {
			if name, _ := strconv.Unquote(spec.Path.Value); name == "evolab/search/konane" {
				importers = append(importers, filepath.ToSlash(path))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"../../agent/konane.go"}; !slices.Equal(importers, want) {
		t.Errorf("imported by %v, want %v", importers, want)
	}
}
