package shiptest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/internal/goldentest"
	"evolab/ship/ir"
)

// Examples translates each example of ship/testdata, a source in Go, and
// compares the program with what the file says of a language.
func Examples(t *testing.T, language string, program func(*ir.Program) (string, error)) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := program(Lowered(t, string(section(archive, "go").Data)))
			if err != nil {
				t.Fatal(err)
			}
			section(archive, language).Data = []byte(got)
			goldentest.Compare(t, file, txtar.Format(archive))
		})
	}
}

// section is a file of an archive, an empty one if it has none.
func section(archive *txtar.Archive, name string) *txtar.File {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			return &archive.Files[i]
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name})
	return &archive.Files[len(archive.Files)-1]
}
