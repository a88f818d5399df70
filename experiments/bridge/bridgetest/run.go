// Package bridgetest makes a small run for tests.
package bridgetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

// files are those of a finished run of two generations, but its config.
var files = map[string]string{
	run.EnvironmentFile: `{"schema":1,"started":"2026-01-02T03:04:05Z","git":{"commit":"0123456789012345678901234567890123456789","dirty":false}}`,
	run.HistoryFile: `{"at":"2026-01-02T03:04:05Z","what":"started"}` + "\n" +
		`{"at":"2026-01-02T03:04:08Z","what":"finished","generation":1,"seconds":2.5}` + "\n",
	run.MetricsFile: `{"generation":0,"games":10,"sigma":0.3,"best":0.1,"mean":-0.2,"low":-0.5,"high":0.05,"best_id":"0-1","best_games":4,` +
		`"interval":{"value":0.1,"low":-0.1,"high":0.3},"weights":[1,0],"validated":{"value":0.2,"low":0,"high":1}}` + "\n" +
		`{"generation":1,"games":20,"sigma":0.25,"best":0.3,"mean":0.1,"low":-0.1,"high":0.2,"best_id":"1-0","best_games":6,` +
		`"interval":{"value":0.3,"low":0.1,"high":0.5},"weights":[0.6,-0.8]}` + "\n",
	run.TimingFile: `{"generation":0,"seconds":1.25,"cpu_seconds":1,"games":10,"games_per_second":8,"workers":1}` + "\n" +
		`{"generation":1,"seconds":2.5,"cpu_seconds":1.1,"games":10,"games_per_second":8.5,"workers":1}` + "\n",
	run.IndividualsFile: `{"generation":0,"rank":0,"id":"0-1","born":0,"genome":[1,0],"tally":{"pairs":2,"wins":1,"draws":2,"losses":1,"sum":0.2,"sum_squares":0.1},"fitness":0.1,"cautious":0.05}` + "\n" +
		`{"generation":0,"rank":1,"id":"0-0","born":0,"genome":[0.5,0.5],"tally":{"pairs":2,"wins":1,"draws":1,"losses":2,"sum":-0.4,"sum_squares":0.1},"fitness":-0.2,"cautious":-0.3}` + "\n",
	run.TestGamesPath: `{"schema":1,"game":0,"pair":0,"seed":18446744073709551615,"opening":"..... b","game_name":"littlego","first":"champion","second":"random",` +
		`"moves":["2,3","PASS"],"winner":"champion","reason":"normal","plies":2,"cpu":[0.5,0.25]}` + "\n",
}

// Run writes a run of Little-Go below root and reads it.
func Run(t testing.TB, root, name string, settings ...string) *run.Run {
	t.Helper()
	c, err := experiment.Parse("x.yaml", []byte("game: littlego\nplayer: {features: [stones, liberties]}\n"), append([]string{"name=x"}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.YAML()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(root, name)
	put(t, folder, run.ConfigFile, string(text))
	for file, text := range files {
		put(t, folder, file, text)
	}
	r, err := run.Read(nil, folder)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Unfinish has a run end before its first checkpoint, as if it had been killed, until the
// result is called.
func Unfinish(t testing.TB, r *run.Run) (finish func()) {
	started, _, _ := strings.Cut(files[run.HistoryFile], "\n")
	put(t, r.Folder, run.HistoryFile, started+"\n")
	return func() { put(t, r.Folder, run.HistoryFile, files[run.HistoryFile]) }
}

// Checkpoint writes the checkpoint of a generation.
func Checkpoint(t testing.TB, r *run.Run, generation int) {
	put(t, r.Folder, run.CheckpointFile, fmt.Sprintf(`{"schema":1,"generation":{"Index":%d},"sizes":{}}`, generation))
}

func put(t testing.TB, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}
