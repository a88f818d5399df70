package lab

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"evolab/internal/sums"
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

// twelve is a round robin of less than a second.
const twelve = `name: twelve
games: 60
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
	if !*long {
		t.Skip("seconds of both cores, as for runs that are killed; run with -long")
	}
	t.Parallel()
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
	want, err := start(undisturbed).Output()
	if err != nil {
		t.Fatal(err)
	}
	all := count(filepath.Join(undisturbed, "tournaments", "*", "games.jsonl"))
	when := []int{1, all / 5, 2 * all / 5, 3 * all / 5, 4 * all / 5}
	kills := killAgainAndAgain(t, filepath.Join(killed, "tournaments", "*", "journal.jsonl"), when, func() *exec.Cmd { return start(killed) })
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

// killAgainAndAgain starts a command again and again, and kills it, by kill -9, once
// a journal has as many lines as the next of these numbers. It returns how often
// the command had not ended before.
func killAgainAndAgain(t *testing.T, journal string, lines []int, start func() *exec.Cmd) (kills int) {
	t.Helper()
	for _, n := range lines {
		cmd := start()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for count(journal) < n && len(ended) == 0 {
			time.Sleep(time.Millisecond)
		}
		_ = cmd.Process.Kill()
		if <-ended != nil {
			kills++
		}
		undamaged(t, filepath.Dir(journal))
	}
	return kills
}

// undamaged fails if what a kill has left of folders looks like damage.
func undamaged(t *testing.T, pattern string) {
	t.Helper()
	folders, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if changes, err := sums.Check(folder, nil); err != nil || len(changes) > 0 {
			t.Errorf("after a kill: %v, %v", changes, err)
		}
	}
}

// count counts the lines of the file that a pattern matches.
func count(pattern string) int {
	paths, _ := filepath.Glob(pattern)
	if len(paths) == 0 {
		return 0
	}
	data, _ := os.ReadFile(paths[0])
	return bytes.Count(data, []byte("\n"))
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
