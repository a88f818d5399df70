package tournament

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/arena"
	"evolab/internal/sums"
)

// A tournament that an earlier version has played reads without a loss, and
// docs/formats.md has its files.
func TestTournamentsOfEarlierVersions(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/tournament-1.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if !strings.Contains(string(doc), "\n| `"+f.Name+"` |") {
			t.Errorf("docs/formats.md has no %s", f.Name)
		}
	}
	if changes, err := sums.Check(folder, nil); err != nil || len(changes) > 0 {
		t.Errorf("%v, %v", changes, err)
	}
	l, err := openLog(folder)
	if err != nil || len(l.found) != 4 {
		t.Fatalf("%d games, %v", len(l.found), err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	games, err := os.ReadFile(filepath.Join(folder, GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(games)) {
		if line, err := arena.ParseLine([]byte(strings.TrimSpace(text))); err != nil || line.Schema != 1 || line.GameName != "tictactoe" {
			t.Errorf("%+v, %v", line, err)
		}
	}
}
