//go:build unix

package web

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"evolab/arena/tournament"
	"evolab/experiments/run"
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

// A pipe in a run or a tournament, or where a review is kept, spoils neither the lists nor
// its own page.
func TestPipesInFoldersAreRefused(t *testing.T) {
	l := newLab(t)
	good := l.finished("seed=1")
	l.write("match.jsonl", drawnGame+"\n")
	for folder, file := range map[string]string{filepath.Join(l.options.Runs, "piped"): run.MetricsFile, filepath.Join(l.options.Runs, "configured"): run.ConfigFile, filepath.Join(l.options.Tournaments, "cup"): run.ConfigFile, filepath.Join(l.options.Tournaments, "league"): tournament.JournalFile + ".lock", filepath.Join(l.options.Runs, reviewsFolder, "match"): "1.json"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if file != run.ConfigFile && file != "1.json" {
			if err := os.WriteFile(filepath.Join(folder, run.ConfigFile), []byte("game: tictactoe\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mkfifo(filepath.Join(folder, file), 0o644); err != nil {
			t.Skip(err)
		}
	}
	for address, want := range map[string]int{
		"/": 200, "/api/runs": 200, "/sweeps": 200, "/games": 200, "/tournaments": 200, "/api/tournaments": 200, "/games/match.jsonl?game=1": 200,
		"/runs/piped": 403, "/api/runs/piped/metrics": 403, "/runs/configured": 403, "/compare?run=piped&run=" + good: 403, "/tournaments/cup": 403, "/tournaments/league": 403,
		"/reviews/figures/evaluation.csv?file=match.jsonl&game=1": 409,
	} {
		if status, text := l.ask("GET", address, ""); status != want {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
	if _, text := l.ask("GET", "/api/runs", ""); !strings.Contains(text, "a pipe or a device?") {
		t.Errorf("%s", text)
	}
	if status, text := l.ask("POST", "/api/variations", `{"file":"match.jsonl","game":1,"tried":[]}`); status != 403 {
		t.Errorf("%d %s", status, text)
	}
}
