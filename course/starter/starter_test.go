package starter

import (
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

var tools = map[string]string{"python": "python3", "cpp": "g++", "java": "javac"}

// Each template plays whole games by both protocols, alike and without a fault, and
// its parameters decide how.
func TestTemplatesPlay(t *testing.T) {
	for _, language := range Languages() {
		if _, err := exec.LookPath(tools[language]); err != nil {
			t.Logf("no %s: %s is not tried", tools[language], language)
			continue
		}
		for _, name := range Games() {
			t.Run(language+" "+name, func(t *testing.T) {
				dir := t.TempDir()
				if _, err := Write(dir, language, name); err != nil {
					t.Fatal(err)
				}
				dir = filepath.Join(dir, Folder)
				given := agent.Given{Pass: agent.PassFile, Names: []string{"stones", "liberties"}, Values: []float64{2, 1}}
				byLines := games(t, name, "lines:dir="+dir, given)
				if byFiles := games(t, name, dir, given); strings.Join(byLines, "\n") != strings.Join(byFiles, "\n") {
					t.Errorf("by lines:\n%s\nby files:\n%s", strings.Join(byLines, "\n"), strings.Join(byFiles, "\n"))
				}
				if plain := games(t, name, "lines:dir="+dir, agent.Given{}); strings.Join(plain, "\n") == strings.Join(byLines, "\n") {
					t.Error("the parameters change nothing")
				}
			})
		}
	}
}

// games plays a pair against greedy, and returns the moves of each game.
func games(t *testing.T, name, text string, given agent.Given) (moves []string) {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	spec.Given = given
	one, err := g.Agent(spec, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
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
			t.Errorf("%s: %s: %s %v", text, r.Reason, r.Failure, r.Stderr)
		}
		moves = append(moves, strings.Join(r.Moves, " "))
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
