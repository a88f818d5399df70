package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// buildEvolve builds the program for tests that have to kill it.
func buildEvolve(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "evolve")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// twelve is a round robin of a second or two.
const twelve = `name: twelve
games: 200
openings: {plies: 3}
agents:
  - {agent: random}
  - {agent: greedy}
  - {agent: aggressive}
  - {agent: alphabeta}
  - {agent: "alphabeta:depth=1"}
  - {agent: "alphabeta:branch=4"}
  - {agent: minimax}
  - {agent: "minimax:depth=1"}
  - {agent: "hand:depth=1,ties=random"}
  - {agent: "hand:depth=2,ties=random"}
  - {agent: "frozen:depth=1,ties=random"}
  - {agent: "frozen:depth=2,ties=random"}
`

// A tournament that is killed five times and resumed each time prints and
// keeps the same bytes as one that nothing disturbs.
func TestKilledTournamentsEndAlike(t *testing.T) {
	bin := buildEvolve(t)
	start := func(dir string) *exec.Cmd {
		if err := os.WriteFile(filepath.Join(dir, "twelve.yaml"), []byte(twelve), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, "tournament", "twelve.yaml", "--resume")
		cmd.Dir = dir
		return cmd
	}
	undisturbed, killed := t.TempDir(), t.TempDir()
	began := time.Now()
	want, err := start(undisturbed).Output()
	if err != nil {
		t.Fatal(err)
	}
	usual := time.Since(began)
	seed := uint64(time.Now().UnixNano())
	t.Logf("undisturbed: %v, seed %d", usual, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	kills := 0
	for range 5 {
		cmd := start(killed)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(usual) * (.05 + .25*r.Float64())))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if cmd.Wait() != nil {
			kills++
		}
	}
	got, err := start(killed).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("after %d kills it prints\n%s\nwant\n%s", kills, got, want)
	}
	if kills < 3 {
		t.Errorf("only %d of 5 were killed before the end", kills)
	}
	for _, name := range []string{"games.jsonl", "table.json", "config.yaml"} {
		if a, b := only(t, undisturbed, name), only(t, killed, name); !bytes.Equal(a, b) {
			t.Errorf("%s differs: %d and %d bytes", name, len(a), len(b))
		}
	}
}

// only reads the file of that name in the one tournament's folder.
func only(t *testing.T, dir, name string) []byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "tournaments", "*", name))
	if err != nil || len(paths) != 1 {
		t.Fatalf("%s: %q, %v", name, paths, err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}
