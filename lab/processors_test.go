package lab

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"evolab/experiments/experiment"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// learnerRuns has a short run of each kind, so that all arithmetic whose results are recorded
// takes part.
func learnerRuns() map[string]string {
	const small = " generations=3 fitness.pairs=12 ga.population=12 sampling.population=12 validation.every=1 " +
		"validation.games=24 validation.candidates=2 validation.candidate_games=24 test.games=24 seed=5"
	const practice = " generations=2 practice.games=[60] practice.self_play=.5 fitness.pairs=6 " +
		"validation.games=24 validation.candidates=2 validation.candidate_games=24 test.games=24 seed=5"
	kinds := map[string]string{
		"tictactoe-q":     "tictactoe-q" + practice,
		"littlego-q":      "littlego-q" + practice,
		"truth":           "truth" + small,
		"coevolution":     "coevolution archive.every=1 progress.games=24" + small,
		"checkers-tables": "checkers-patterns generations=1 player.nodes=60 selfplay.games=20 selfplay.nodes=[40] selfplay.match_games=20 test.games=20 validation.games=20 validation.candidate_games=20 seed=5",
		"checkers-net":    "checkers-net player.nodes=60 selfplay.games=20 selfplay.nodes=[40] selfplay.match_games=20 test.games=20 validation.games=20 validation.candidate_games=20 seed=5",
		"littlego-tables": "littlego-patterns generations=1 selfplay.games=40 selfplay.match_games=20 test.games=20 validation.games=20 validation.candidate_games=20 seed=5",
	}
	for _, game := range []string{"checkers", "littlego"} {
		for _, optimizer := range experiment.Defaults().Optimizer.Options {
			kinds[game+"-"+optimizer.Name] = "quick start=random game=" + game + " optimizer=" + optimizer.Name + small
		}
		for _, rule := range []string{"td", "qlearning"} {
			kinds[game+"-"+rule] = "td game=" + game + " learner=" + rule + practice
		}
		kinds[game+"-regression"] = "quick start=hand game=" + game + " learner=regression selfplay.games=40 selfplay.match_games=20" + small
	}
	return kinds
}

// What a config can choose has a row: each learner, each optimiser, tables and a net.
func TestEveryLearnerIsCompared(t *testing.T) {
	compared := map[string]bool{}
	for kind, args := range learnerRuns() {
		words := strings.Fields(args)
		text, err := readConfig(words[0])
		if err != nil {
			t.Fatal(err)
		}
		c, err := experiment.Parse(words[0], text, words[1:], experiment.CheckNames)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		compared[c.Learner.Name] = true
		if c.Evolves() {
			compared[c.Optimizer.Name] = true
		}
		compared["tables"] = compared["tables"] || len(c.Player.Patterns.Shapes) > 0
		compared["net"] = compared["net"] || c.Player.Net.Hidden > 0
	}
	wanted := []string{"tables", "net"}
	for _, o := range slices.Concat(experiment.Learners(), experiment.Defaults().Optimizer.Options) {
		wanted = append(wanted, o.Name)
	}
	for _, name := range wanted {
		if !compared[name] {
			t.Errorf("no row of learnerRuns has %s", name)
		}
	}
}

// A run records the same bytes wherever it is run: with GOAMD64=v3 and on arm64 the
// compiler fuses products with sums, and functions of package math are others.
//
// Programs for arm64 run in an emulator, some thirty times as slowly.
func TestSameBytesOnEveryProcessor(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("builds evolve for several processors; run with -long")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("compares builds for amd64 and an emulated arm64")
	}
	usual := built(t, "GOAMD64=v1", "")
	for name, b := range map[string]struct{ setting, emulator string }{
		"v3":    {"GOAMD64=v3", ""},
		"arm64": {"GOARCH=arm64", "qemu-aarch64-static"},
	} {
		t.Run(name, func(t *testing.T) {
			other := built(t, b.setting, b.emulator)
			for kind, args := range learnerRuns() {
				t.Run(kind, func(t *testing.T) {
					want, got := recordedBy(t, usual, args), recordedBy(t, other, args)
					if len(got) != len(want) || len(want) < 6 {
						t.Errorf("%d files (expected: %d, and 6 at least)", len(got), len(want))
					}
					for file, data := range want {
						if !bytes.Equal(got[file], data) {
							t.Errorf("%s differs:\n%s", file, firstDifference(got[file], data))
						}
					}
				})
			}
		})
	}
}

// built builds evolve with a setting of the environment, and returns the command that
// starts it, in an emulator if one is named.
func built(t *testing.T, setting, emulator string) []string {
	t.Helper()
	evolve := []string{filepath.Join(t.TempDir(), "evolve")}
	build := exec.Command("go", "build", "-o", evolve[0], "../cmd/evolve")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", setting)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", setting, err, out)
	}
	if emulator == "" {
		return evolve
	}
	tooltest.Need(t, emulator)
	return append([]string{emulator}, evolve...)
}

// recordedBy has evolve do a run, and returns the files that depend on nothing but config,
// seed and program.
func recordedBy(t *testing.T, evolve []string, args string) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	list := slices.Concat(evolve, []string{"run"}, strings.Fields(args), []string{"--workers", "1"})
	cmd := exec.Command(list[0], list[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", list, err, out)
	}
	recorded := map[string][]byte{}
	for _, pattern := range []string{"metrics.jsonl", "individuals.jsonl", "hall.jsonl", "matches.jsonl", "start.json", "champion.json", "games/test.jsonl", "rounds/*.json"} {
		paths, err := filepath.Glob(filepath.Join(dir, "runs", "*", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if recorded[filepath.Base(path)], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	return recorded
}

// firstDifference is the first line that differs, in both versions.
func firstDifference(got, want []byte) string {
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			at := 0
			for at < min(len(a[i]), len(b[i])) && a[i][at] == b[i][at] {
				at++
			}
			part := func(s string) string { return s[max(0, at-60):min(len(s), at+60)] }
			return part(a[i]) + "\nwant\n" + part(b[i])
		}
	}
	return "one ends earlier"
}
