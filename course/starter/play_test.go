package starter

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/longtest"
)

// The templates in all languages choose the same moves: what holds of the one in Python
// holds of all.
func TestLanguagesAgree(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("compiles the templates: -long")
	}
	for _, language := range Languages()[1:] {
		for _, name := range Games() {
			t.Run(language+" "+name, func(t *testing.T) {
				needs(t, "python")
				needs(t, language)
				g, err := agent.FindGame(name)
				if err != nil {
					t.Fatal(err)
				}
				list, names := positions(t, g), languages()
				python, other := write(t, "python", name), write(t, language, name)
				run := compiled(t, language, filepath.Join(other, Folder), name)
				for _, values := range [][]float64{{1, 2, -1, .5, -2, 3}, {-3, 1, 2, -.25, 1, -1}} {
					weights := map[string]float64{}
					rules, err := templates.ReadFile("rules/" + name + ".py")
					if err != nil {
						t.Fatal(err)
					}
					for i, p := range parameters(rules) {
						weights[p] = values[i]
					}
					want := answer(t, python, list, weights, "python3", sourceName(name, names[0]))
					for i, got := range answer(t, other, list, weights, run...) {
						if ends(name, got) != ends(name, want[i]) {
							t.Errorf("%s: %s, in Python %s", list[i], got, want[i])
						}
					}
				}
			})
		}
	}
}

// compiled compiles an agent, and returns its command.
func compiled(t *testing.T, language, dir, game string) []string {
	t.Helper()
	build, run := []string{"g++", "-Wall", "-Wextra", "-Werror", "-o", "agent", sourceName(game, languages()[1])}, []string{filepath.Join(dir, "agent")}
	if language == "java" {
		file := sourceName(game, languages()[2])
		build, run = []string{"javac", file}, []string{"java", strings.TrimSuffix(file, ".java")}
	}
	cmd := exec.Command(build[0], build[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	return run
}

// Each template plays whole games against random by lines without a fault, answers by
// files as it does by lines, and its parameters decide how.
func TestTemplatesPlay(t *testing.T) {
	for _, language := range Languages() {
		for _, name := range Games() {
			if !longtest.Enabled() && (language != "python" || name == "halma") {
				continue
			}
			t.Run(language+" "+name, func(t *testing.T) {
				needs(t, language)
				g, err := agent.FindGame(name)
				if err != nil {
					t.Fatal(err)
				}
				dir := filepath.Join(write(t, language, name), Folder)
				lines := opened(t, g, "lines:dir="+dir)
				weighed := with(t, name, lines, 2, -1)
				if games(t, g, lines) == games(t, g, weighed) {
					t.Error("the parameters change nothing")
				}
				if name == "konane" || name == "tictactoe" {
					return // they have no files
				}
				byFiles := with(t, name, opened(t, g, dir), 2, -1)
				for _, position := range append([]string{"start"}, special[name]...) {
					if a, b := moveAt(t, g, weighed, position), moveAt(t, g, byFiles, position); a != b {
						t.Errorf("%s: %s by lines, %s by files", position, a, b)
					}
				}
			})
		}
	}
}

func opened(t *testing.T, g agent.Game, text string) agent.Agent {
	t.Helper()
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(spec, agent.Env{Programs: agent.Unannounced()})
	if err == nil {
		t.Cleanup(func() { a.Close() })
		err = agent.Build(t.Context(), a)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// with gives an agent values of its first two parameters.
func with(t *testing.T, game string, a agent.Agent, values ...float64) agent.Agent {
	t.Helper()
	rules, err := templates.ReadFile("rules/" + game + ".py")
	if err != nil {
		t.Fatal(err)
	}
	child, err := a.(agent.Tunable).With(agent.TunedParameters{Pass: agent.PassFile, Names: parameters(rules)[:2], Values: values})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Close() })
	return child
}

func moveAt(t *testing.T, g agent.Game, a agent.Agent, position string) string {
	t.Helper()
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	choice, err := p.Choose(t.Context(), b, agent.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return b.FormatMove(choice.Move)
}

// games plays a pair against random, and returns its moves.
func games(t *testing.T, g agent.Game, one agent.Agent) (moves string) {
	t.Helper()
	other, err := g.Agent(agent.Spec{Name: "random"}, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{Games: 2, OpeningPlies: 2, Seed: 1}
	if g.Info().Name == "konane" {
		m.Variant = "6x6"
	}
	jobs, err := m.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		jobs[i].Keep = true
	}
	records, err := arena.Cores{}.Run(t.Context(), arena.Round{Game: g, Agents: []agent.Agent{one, other}}, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if r.Reason == arena.Illegal || r.Failure != "" || r.Stderr[0] != "" {
			t.Errorf("%s: %s %v", r.Reason, r.Failure, r.Stderr)
		}
		moves += strings.Join(r.Moves, " ") + "\n"
	}
	return moves
}
