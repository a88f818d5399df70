package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var long = flag.Bool("long", false, "also run the checks that take longer")

// brief is a run of a second or two, most of it generations.
const brief = `name: brief
generations: 30
player: {depth: 1}
fitness: {pairs: 6, rounds: 2}
ga: {population: 12, elites: 3, tournament: 2}
validation: {every: 3, games: 40, candidates: 3, candidate_games: 100}
test: {games: 100}
`

// recorded are the files of a run that do not depend on when it was worked on.
func recorded() []string {
	return []string{
		"metrics.jsonl", "individuals.jsonl", "hall.jsonl", "matches.jsonl", "start.json", "champion.json", "games/test.jsonl",
		"plots/learning.svg", "plots/weights.svg", "plots/weights-games.svg", "plots/winrates.svg",
	}
}

// A run that is killed again and again, by kill -9 at any moment, and resumed
// with any number of workers ends in the same bytes as one that nothing
// disturbs.
func TestKilledRunsEndAlike(t *testing.T) {
	bin := buildEvolve(t)
	evolve := func(dir string, args ...string) *exec.Cmd {
		if err := os.WriteFile(filepath.Join(dir, "brief.yaml"), []byte(brief), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(bin, args...)
		cmd.Dir = dir
		return cmd
	}
	undisturbed, killed := t.TempDir(), t.TempDir()
	began := time.Now()
	if out, err := evolve(undisturbed, "run", "brief.yaml", "--workers", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	usual := time.Since(began)
	tries := 5
	if *long {
		tries = 20
	}
	goOn := func(workers string) *exec.Cmd {
		if begun, _ := filepath.Glob(filepath.Join(killed, "runs", "*", "config.yaml")); len(begun) > 0 {
			return evolve(killed, "resume", "last", "--workers", workers)
		}
		return evolve(killed, "run", "brief.yaml", "--workers", workers)
	}
	kills := killAgainAndAgain(t, usual, tries, func() *exec.Cmd { return goOn("2") })
	if out, err := goOn("1").CombinedOutput(); err != nil { // all kills can come before it begins
		t.Fatalf("%v\n%s", err, out)
	}
	if kills < tries/2 {
		t.Errorf("only %d of %d were killed before the end", kills, tries)
	}
	sameRuns(t, undisturbed, killed)
}

// sameRuns compares the records of the one run below each folder that got so
// far.
func sameRuns(t *testing.T, a, b string) {
	t.Helper()
	for _, name := range recorded() {
		name = filepath.Join("runs", "*", name)
		if x, y := only(t, a, name), only(t, b, name); !bytes.Equal(x, y) {
			t.Errorf("%s differs: %d and %d bytes", name, len(x), len(y))
		}
	}
}
