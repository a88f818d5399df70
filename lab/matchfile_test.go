package lab

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"evolab/arena"
	"evolab/internal/files"
)

// A match is refused the file of one that is being played, whose games stay.
func TestMatchLeavesAnothersGames(t *testing.T) {
	f := &matchFlags{gamesOut: filepath.Join(t.TempDir(), "games.jsonl")}
	other, _, err := files.OpenJournal(f.gamesOut+playingSuffix, func([]byte) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Append([]byte("a game")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.openGames(&app{}, nil, nil, &arena.Sequential{}); !errors.Is(err, files.ErrLocked) {
		t.Errorf("error %v (expected: %v)", err, files.ErrLocked)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(f.gamesOut + playingSuffix); string(text) != "a game\n" {
		t.Errorf("the journal has %q, %v", text, err)
	}
}
