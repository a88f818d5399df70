package lab

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"evolab/experiments/run"
	"evolab/internal/killtest"
	"evolab/internal/longtest"
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

// A tournament that is killed twenty times and resumed each time prints and
// keeps the same bytes as one that nothing disturbs.
func TestKilledTournamentsEndAlike(t *testing.T) {
	if !longtest.Enabled() {
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
	const tries = 20
	when := make([]int, tries)
	for i := range when {
		when[i] = 1 + i*all/tries
	}
	kills := killAgainAndAgain(t, filepath.Join(killed, "tournaments", "*", "journal.jsonl"), when, func() *exec.Cmd { return start(killed) })
	got, err := start(killed).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("after %d kills it prints\n%s\nwant\n%s", kills, got, want)
	}
	t.Logf("%d of %d were killed before the end", kills, tries)
	if kills < tries/2 {
		t.Errorf("only %d of %d were killed before the end", kills, tries)
	}
	started := regexp.MustCompile(`(?m)^# started: .*$`)
	for _, name := range []string{"games.jsonl", "table.json", "config.yaml"} {
		name = filepath.Join("tournaments", "*", name)
		if a, b := started.ReplaceAll(only(t, undisturbed, name), nil), started.ReplaceAll(only(t, killed, name), nil); !bytes.Equal(a, b) {
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
		if killtest.Kill(t, start(), func() bool { return count(journal) >= n }, 0) {
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
		if info, err := os.Stat(folder); err != nil || !info.IsDir() { // a lock
			continue
		}
		if err := run.Sums(folder).Require(nil); err != nil {
			t.Errorf("after a kill: %v", err)
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

// briefGenerations are those of brief after the first.
const briefGenerations = 30

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
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	killed := t.TempDir()
	k := newKiller(t, killed, want.took/(briefGenerations+1))
	goOn := func(workers string) *exec.Cmd {
		if begun, _ := filepath.Glob(filepath.Join(killed, "runs", "*", "config.yaml")); len(begun) > 0 {
			return brieflyIn(t, bin, killed, "resume", "last", "--workers", workers)
		}
		return brieflyIn(t, bin, killed, "run", "brief.yaml", "--workers", workers)
	}
	tries := 5
	if longtest.Enabled() {
		tries = 20
	}
	for i := range tries {
		// The first ones come before much has happened, the last ones while the
		// champion is chosen, tested and drawn.
		switch generations := k.rand.IntN(2*(briefGenerations-5)/tries + 1); {
		case i < tries/5:
			k.kill(goOn("2"), 0)
		case i < tries-tries/5:
			k.kill(goOn("2"), generations)
		default:
			k.kill(goOn("2"), briefGenerations+1)
		}
	}
	if out, err := goOn("1").CombinedOutput(); err != nil { // all kills can come before it begins
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%d of %d were killed before the end", k.kills, tries)
	if k.kills < tries-tries/5 {
		t.Errorf("only %d of %d were killed before the end", k.kills, tries)
	}
	undamaged(t, filepath.Join(killed, "runs", "*"))
	want.sameAs(t, filepath.Join(killed, "runs"))
}

// aRun is what a run of brief has recorded, and how long it took.
type aRun struct {
	once  sync.Once
	files map[string][]byte
	took  time.Duration
}

var kept aRun

// undisturbed is the run of brief in the cores of one process, the same for all
// tests.
func undisturbed(t *testing.T, bin string) *aRun {
	t.Helper()
	kept.once.Do(func() {
		dir, began := t.TempDir(), time.Now()
		if out, err := brieflyIn(t, bin, dir, "run", "brief.yaml", "--workers", "1").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		kept.took, kept.files = time.Since(began), recordOf(t, filepath.Join(dir, "runs"))
	})
	if len(kept.files) == 0 {
		t.Fatal("the run that nothing disturbs has failed")
	}
	return &kept
}

// brieflyIn is evolve in a folder with the brief experiment.
func brieflyIn(t *testing.T, bin, dir string, args ...string) *exec.Cmd {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "brief.yaml"), []byte(brief), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = dir
	return cmd
}

// killer kills what works on the one run below a folder.
type killer struct {
	t     *testing.T
	dir   string
	each  time.Duration // of a generation
	rand  *rand.Rand
	kills int
}

func newKiller(t *testing.T, dir string, each time.Duration) *killer {
	seed := uint64(time.Now().UnixNano())
	t.Logf("a generation: %v, seed %d", each, seed)
	return &killer{t: t, dir: dir, each: each, rand: rand.New(rand.NewPCG(seed, 0))}
}

// kill starts a command and kills it, by kill -9, a random moment after it has
// recorded a number of generations more, or all.
func (k *killer) kill(cmd *exec.Cmd, generations int) {
	k.t.Helper()
	goal := min(k.recorded()+generations, briefGenerations+1)
	if killtest.Kill(k.t, cmd, func() bool { return k.recorded() >= goal }, time.Duration(k.rand.Int64N(int64(2*k.each)))) {
		k.kills++
	}
	undamaged(k.t, filepath.Join(k.dir, "runs", "*"))
}

// recorded is how many generations the run has recorded.
func (k *killer) recorded() int {
	paths, _ := filepath.Glob(filepath.Join(k.dir, "runs", "*", "metrics.jsonl"))
	if len(paths) == 0 {
		return 0
	}
	data, err := os.ReadFile(paths[0])
	if err != nil {
		k.t.Fatal(err)
	}
	return bytes.Count(data, []byte("\n"))
}

// recordOf reads what the one run in a folder of runs has recorded. A folder without
// a config is none: its process was killed before the run began.
func recordOf(t *testing.T, runs string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range recorded() {
		files[name] = only(t, theRun(t, runs), name)
	}
	return files
}

// sameAs compares the record with that of the one run in a folder of runs.
func (r *aRun) sameAs(t *testing.T, runs string) {
	t.Helper()
	for name, got := range recordOf(t, runs) {
		if want := r.files[name]; !bytes.Equal(got, want) {
			t.Errorf("%s differs: %d and %d bytes", name, len(want), len(got))
		}
	}
}

// theRun is the folder of the one run in a folder of runs.
func theRun(t *testing.T, runs string) string {
	t.Helper()
	configs, err := filepath.Glob(filepath.Join(runs, "*", "config.yaml"))
	if err != nil || len(configs) != 1 {
		t.Fatalf("runs in %s: %q, %v", runs, configs, err)
	}
	return filepath.Dir(configs[0])
}
