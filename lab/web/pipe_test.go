//go:build unix

package web

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A named pipe among the files is refused: whoever opens it may wait for ever.
func TestPipesAreRefused(t *testing.T) {
	l := newLab(t)
	for _, name := range []string{filepath.Join(l.options.Runs, "games.jsonl"), filepath.Join(l.project, "games.jsonl"), filepath.Join(l.project, "config.yaml")} {
		if err := syscall.Mkfifo(name, 0o644); err != nil {
			t.Skip(err)
		}
	}
	for _, address := range []string{"/games/games.jsonl", "/games/project/games.jsonl", "/export/games.jsonl?format=jsonl", "/games/games.jsonl?game=1"} {
		if status, text := l.ask("GET", address, ""); status != 403 {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
	if status, text := l.ask("POST", "/api/runs", `{"config":"config.yaml"}`); status != 403 {
		t.Errorf("%d %s", status, text)
	}
}
