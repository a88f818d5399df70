package shiptest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/ship/ir"
)

var update = flag.Bool("update", false, "write what the examples become into their files")

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
			want := section(archive, language)
			if string(want.Data) == got {
				return
			}
			if !*update {
				t.Fatalf("it becomes\n%s\nexpected:\n%s", got, want.Data)
			}
			want.Data = []byte(got)
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
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
