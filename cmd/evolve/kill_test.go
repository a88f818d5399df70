package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// buildEvolve returns the path of a program evolve that can be killed: the test
// itself, which is evolve under that name (see TestMain).
func buildEvolve(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := "evolve"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	bin := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, bin); err != nil {
		t.Fatal(err)
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
	kills := killAgainAndAgain(t, usual, 5, func() *exec.Cmd { return start(killed) })
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
		name = filepath.Join("tournaments", "*", name)
		if a, b := only(t, undisturbed, name), only(t, killed, name); !bytes.Equal(a, b) {
			t.Errorf("%s differs: %d and %d bytes", name, len(a), len(b))
		}
	}
}

// killAgainAndAgain starts a command so often and kills it, by kill -9, at a
// random moment, such that all of them together get about as far as an
// undisturbed one. It returns how many were not faster.
func killAgainAndAgain(t *testing.T, usual time.Duration, tries int, start func() *exec.Cmd) (kills int) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("undisturbed: %v, seed %d", usual, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range tries {
		cmd := start()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(usual) * (.05 + 1.3*r.Float64()) / float64(tries)))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if cmd.Wait() != nil {
			kills++
		}
	}
	t.Logf("%d of %d were killed before the end", kills, tries)
	return kills
}

// only reads the one file below a folder that a pattern matches.
func only(t *testing.T, dir, pattern string) []byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) != 1 {
		t.Fatalf("%s: %q, %v", pattern, paths, err)
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}
