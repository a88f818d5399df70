package lab

import (
	"io"
	"path/filepath"
	"testing"
	"time"

	"evolab/agent"
	"evolab/agent/frozen"
)

// The match before a champion is embedded is at equal CPU time, which its
// progress shows.
func TestFreezeMeasuresCPU(t *testing.T) {
	a := &app{out: io.Discard, err: io.Discard}
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	champion, err := g.Embedded(frozen.Evolved, "")
	if err != nil {
		t.Fatal(err)
	}
	m := freezeMatch{workerFlags: workerFlags{1}, Games: 2, Move: time.Millisecond, Seed: 1}
	res, name, err := a.playEmbedded(t.Context(), &m, replacement{g, frozen.Evolved, "", champion, filepath.Join(t.TempDir(), "none.json")})
	if err != nil || name != "the agent evolved" || res.CPU[0] == 0 || res.CPU[1] == 0 {
		t.Errorf("%v s of CPU against %s, %v", res.CPU, name, err)
	}
}
