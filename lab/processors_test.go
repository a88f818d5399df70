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
		for _, optimizer := range []string{"ga", "de", "pso", "oes", "cma-es", "spsa", "surrogate", "random"} {
			kinds[game+"-"+optimizer] = "quick start=random game=" + game + " optimizer=" + optimizer + small
		}
		for _, rule := range []string{"td", "qlearning"} {
			kinds[game+"-"+rule] = "td game=" + game + " learner=" + rule + practice
		}
		kinds[game+"-regression"] = "quick start=hand game=" + game + " learner=regression selfplay.games=40 selfplay.match_games=20" + small
	}
	return kinds
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
	want := recordedBy(t, "GOAMD64=v1", "")
	for name, build := range map[string]struct{ setting, emulator string }{
		"v3":    {"GOAMD64=v3", ""},
		"arm64": {"GOARCH=arm64", "qemu-aarch64-static"},
	} {
		t.Run(name, func(t *testing.T) {
			got := recordedBy(t, build.setting, build.emulator)
			if len(got) != len(want) {
				t.Errorf("%d files (expected: %d)", len(got), len(want))
			}
			for file, data := range want {
				if !bytes.Equal(got[file], data) {
					t.Errorf("%s differs:\n%s", file, firstDifference(got[file], data))
				}
			}
		})
	}
}

// recordedBy builds evolve with a setting of the environment, has it run all learners, in an
// emulator if one is named, and returns the files that depend on nothing but config,
// seed and program.
func recordedBy(t *testing.T, setting, emulator string) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	evolve := []string{filepath.Join(dir, "evolve")}
	build := exec.Command("go", "build", "-o", evolve[0], "../cmd/evolve")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", setting)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", setting, err, out)
	}
	if emulator != "" {
		tooltest.Need(t, emulator)
		evolve = append([]string{emulator}, evolve...)
	}
	for name, args := range learnerRuns() {
		list := slices.Concat(evolve, []string{"run"}, strings.Fields(args), []string{"name=" + name, "--workers", "1"})
		cmd := exec.Command(list[0], list[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %v\n%s", setting, list, err, out)
		}
	}
	files := map[string][]byte{}
	for _, pattern := range []string{"metrics.jsonl", "individuals.jsonl", "hall.jsonl", "matches.jsonl", "start.json", "champion.json", "games/test.jsonl", "rounds/*.json"} {
		paths, err := filepath.Glob(filepath.Join(dir, "runs", "*", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			of, name, _ := strings.Cut(strings.TrimPrefix(path, filepath.Join(dir, "runs")+"/"), "/")
			files[of[len("2006-01-02-150405-"):]+"/"+name] = data
		}
	}
	if runs := len(learnerRuns()); len(files) < 6*runs {
		t.Fatalf("%s: %d files of %d runs", setting, len(files), runs)
	}
	return files
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
