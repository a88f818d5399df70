package tournament

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/arena"
	"evolab/internal/sums"
)

// The journal carries a void game: a tournament that goes on leaves its pair
// out, and does not play it again.
func TestVoidGamesSurviveAnInterruption(t *testing.T) {
	c, root := load(t, "openings.plies=4"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, folder, err := Play(ctx, c, Options{Root: root, Workers: 1, Watch: &stopper{5, cancel}})
	cancel()
	if err == nil {
		t.Fatal("was not cut off")
	}
	path := filepath.Join(folder, "journal.jsonl")
	spoil(t, path)
	table, _, err := Play(t.Context(), c, Options{Root: root, Resume: true})
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, r := range table.Rows {
		played += r.Total.Games()
		if r.Reasons[arena.Void] != 0 {
			t.Errorf("%s lost by a void game", r.Agent)
		}
	}
	if table.Voids != 1 || table.Games != 34 || played != 68 || !strings.HasPrefix(table.Warnings[0], "void games: 1 ") {
		t.Errorf("%d void, %d games, %d played: %q", table.Voids, table.Games, played, table.Warnings)
	}
	games, err := os.ReadFile(filepath.Join(folder, GamesFile))
	if err != nil || bytes.Count(games, []byte("\n")) != 36 || bytes.Count(games, []byte(`"winner":"none","reason":"void"`)) != 1 {
		t.Errorf("%s, %v", games, err)
	}
	before := results(t, folder)
	if again := whole(t, c, Options{Root: root, Resume: true}); again != before {
		t.Error("played again, it ends otherwise")
	}
}

// spoil makes the first game of a journal void.
func spoil(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	line, err := arena.ParseLine(first)
	if err != nil {
		t.Fatal(err)
	}
	line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, "no core"
	if first, err = line.Append(nil); err != nil {
		t.Fatal(err)
	}
	err = os.WriteFile(path, append(append(first, '\n'), rest...), 0o644)
	if err := errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), sums.File))); err != nil {
		t.Fatal(err)
	}
}
