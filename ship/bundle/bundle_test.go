package bundle_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/ship/bundle"
	"evolab/ship/check"
)

var long = flag.Bool("long", false, "compile every game's program")

// order is what ships the frozen weights of a game.
func order(t *testing.T, g agent.Game, lang string) *bundle.Order {
	t.Helper()
	name := g.Info().Name
	w, err := frozen.Weights(name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := g.Numbers(w)
	if err != nil {
		t.Fatal(err)
	}
	return &bundle.Order{
		Game: name, Lang: lang, Weights: w, Numbers: n, Features: g.Info().Features, Made: "a test", From: "the frozen weights",
	}
}

// Every game's program in every language plays the Go agent's moves.
func TestShippedProgramsPlayAsTheAgent(t *testing.T) {
	for _, name := range []string{"littlego", "checkers", "halma", "konane"} {
		for _, lang := range bundle.Languages() {
			t.Run(name+" "+lang, func(t *testing.T) {
				if lang == "cpp" && name != "littlego" && !*long {
					t.Skip("compiling takes seconds; run with -long")
				}
				t.Parallel()
				g, err := agent.FindGame(name)
				if err != nil {
					t.Fatal(err)
				}
				o := order(t, g, lang)
				list, err := bundle.Files(o)
				if err != nil {
					t.Fatal(err)
				}
				dir := t.TempDir()
				for _, f := range list {
					if len(f.Content) > bundle.MaxBytes {
						t.Errorf("%s has %d bytes", f.Name, len(f.Content))
					}
					if err := os.WriteFile(filepath.Join(dir, f.Name), f.Content, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if calibrate := filepath.Join(dir, "calibrate.cpp"); len(list) == 3 && lang == "cpp" {
					out, err := exec.Command("g++", "-std=c++11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", calibrate).CombinedOutput()
					if err != nil {
						t.Errorf("%v\n%s", err, out)
					}
				}
				task := check.Task{
					Game: g, Weights: o.Weights, Lang: lang, Source: filepath.Join(dir, list[0].Name), Positions: 30, Nodes: 300, Seed: 1,
				}
				r, err := check.Run(t.Context(), task)
				if errors.Is(err, check.ErrNoTool) {
					t.Fatalf("%v: install g++ and python3", err)
				}
				if err != nil {
					t.Fatal(err)
				}
				if r.Nodes < 30*100 {
					t.Errorf("only %d nodes were compared", r.Nodes)
				}
				if head := strings.Split(string(list[0].Content), "\n"); !strings.Contains(strings.Join(head[:6], "\n"), "MIT") {
					t.Error("the head names no licence")
				}
			})
		}
	}
}
