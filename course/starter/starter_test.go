package starter

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/host"
)

func TestMain(m *testing.M) {
	host.Warden()
	os.Exit(m.Run())
}

var long = flag.Bool("long", false, "also compile and play the templates in C++ and Java")

var tools = map[string]string{"python": "python3", "cpp": "g++", "java": "javac"}

// Each template plays whole games by lines without a fault, answers by files as it
// does by lines, and its parameters decide how.
func TestTemplatesPlay(t *testing.T) {
	for _, language := range Languages() {
		if _, err := exec.LookPath(tools[language]); err != nil {
			t.Logf("no %s: %s is not tried", tools[language], language)
			continue
		}
		if language != "python" && !*long {
			continue
		}
		for _, name := range Games() {
			t.Run(language+" "+name, func(t *testing.T) {
				dir := t.TempDir()
				if _, err := Write(dir, language, name); err != nil {
					t.Fatal(err)
				}
				g, err := agent.FindGame(name)
				if err != nil {
					t.Fatal(err)
				}
				dir = filepath.Join(dir, Folder)
				lines, byFiles := opened(t, g, "lines:dir="+dir), opened(t, g, dir)
				weighed := with(t, lines, 2, 1)
				if games(t, g, lines) == games(t, g, weighed) {
					t.Error("the parameters change nothing")
				}
				byFiles = with(t, byFiles, 2, 1)
				for _, position := range positions[name] {
					if a, b := moveAt(t, g, weighed, position), moveAt(t, g, byFiles, position); a != b {
						t.Errorf("%s: %s by lines, %s by files", position, a, b)
					}
				}
			})
		}
	}
}

// positions are a start, a capture, and a ko.
var positions = map[string][]string{"littlego": {
	"start",
	".X.../XO.../.X.../...../....O b 6 -",
	".XO../X.XO./.XO../...../..... w 9 .XO../XO.O./.XO../...../.....",
}}

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

func with(t *testing.T, a agent.Agent, stones, liberties float64) agent.Agent {
	t.Helper()
	child, err := a.(agent.Tunable).With(agent.Given{Pass: agent.PassFile, Names: []string{"stones", "liberties"}, Values: []float64{stones, liberties}})
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

// games plays a pair against greedy, and returns its moves.
func games(t *testing.T, g agent.Game, one agent.Agent) (moves string) {
	t.Helper()
	other, err := g.Agent(agent.Spec{Name: "greedy"}, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := arena.Match{Games: 2, OpeningPlies: 2, Seed: 1}.Jobs(g, 0, 1, 0)
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
		if r.Reason != arena.Normal {
			t.Errorf("%s: %s %v", r.Reason, r.Failure, r.Stderr)
		}
		moves += strings.Join(r.Moves, " ") + "\n"
	}
	return moves
}

func TestNothingIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, Folder, "weights.json")
	if err := os.MkdirAll(filepath.Dir(mine), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, "python", "littlego"); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Error(err)
	}
	if entries, err := os.ReadDir(filepath.Join(dir, Folder)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, args := range [][2]string{{"pascal", "littlego"}, {"python", "halma"}} {
		if _, err := Write(t.TempDir(), args[0], args[1]); err == nil || !strings.Contains(err.Error(), "allowed: ") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// The experiment that is written tunes what is written.
func TestTuneLoads(t *testing.T) {
	dir := t.TempDir()
	if _, err := Write(dir, "python", "littlego"); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if _, err := experiment.Load(TuneFile, nil, experiment.CheckNames); err != nil {
		t.Error(err)
	}
}
