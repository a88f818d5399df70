package experiment

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/config/configtest"
)

func parse(t *testing.T, text string, overrides ...string) *Config {
	t.Helper()
	c, err := Parse("test.yaml", []byte(text), overrides)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ga returns the settings of the genetic algorithm.
func ga(c *Config) *evolve.GA {
	c.Optimizer.Name = "ga"
	return c.Optimizer.Chosen().(*evolve.GA)
}

func TestMissingKeysHaveTheirDefaults(t *testing.T) {
	c := parse(t, "name: x\nga:\n  sigma: .3\n")
	if c.Name != "x" || ga(c).Sigma != .3 {
		t.Errorf("name %q, sigma %v", c.Name, ga(c).Sigma)
	}
	want := []Opponent{{"random", .1}, {"greedy", .2}, {"aggressive", .2}, {"alphabeta", .5}}
	if diff := cmp.Diff(want, c.Opponents); diff != "" {
		t.Error(diff)
	}
	if ga(c).Population != 40 || c.Seed != 1 || c.Variant != "" || !slices.Equal(c.Test.OpeningPlies, []int{4, 0}) {
		t.Errorf("not the defaults: %+v", c)
	}
}

func TestDefaultExperimentIsTheDefaults(t *testing.T) {
	c, err := Load("../ga.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(parse(t, "name: ga"), c); diff != "" {
		t.Error(diff)
	}
}

func TestQuickExperimentLoads(t *testing.T) {
	c, err := Load("../quick.yaml", []string{"seed=7"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "quick" || c.Seed != 7 || ga(c).Population != 30 || c.Generations != 24 {
		t.Errorf("%+v", c)
	}
}

func TestOptimizersAreThoseOfTheTable(t *testing.T) {
	var names []string
	for _, e := range evolve.Table() {
		names = append(names, e.Name)
	}
	if row, _ := rowOf("optimizer"); row.Allowed != strings.Join(names, ", ") {
		t.Errorf("%q allowed, want %q", row.Allowed, names)
	}
}

func rowOf(path string) (config.Key, bool) {
	i := slices.IndexFunc(config.Keys[Config](), func(k config.Key) bool { return k.Path == path })
	if i < 0 {
		return config.Key{}, false
	}
	return config.Keys[Config]()[i], true
}

func TestDefaultExperimentDocumentsEveryKey(t *testing.T) {
	configtest.Documented(t, "../ga.yaml", config.Keys[Config]())
}

// Every experiment of the project can be run.
func TestExperimentsLoad(t *testing.T) {
	loaded := 0
	for _, name := range experiments.Names() {
		text, err := experiments.Commented(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "tournament" {
			continue
		}
		if _, err := ParseFile(&Config{}, name, text, nil, CheckNames); err != nil {
			t.Error(err)
		}
		loaded++
	}
	if loaded < 6 {
		t.Errorf("only %d experiments in %q", loaded, experiments.Names())
	}
}

// Whatever a file says, it is an experiment that its YAML repeats, or problems.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"../ga.yaml", "../quick.yaml", "../truth.yaml"} {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "seed=7")
	}
	for _, override := range []string{"objective=rubric", "opponents=[{agent: greedy, share: 1}]", "fitness.rounds=6", "player={nodes: 3, phases: 2}"} {
		f.Add([]byte("rubric: usc-2023"), override)
	}
	f.Fuzz(func(t *testing.T, data []byte, override string) {
		c, err := Parse("fuzz.yaml", data, []string{override})
		var bad *config.Error
		if errors.As(err, &bad) {
			return
		}
		if err != nil {
			t.Fatalf("%T: %v", err, err)
		}
		text, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse("other.yaml", text, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(c, back); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestNodesTakeTheDepthsPlace(t *testing.T) {
	for _, test := range []struct {
		text              string
		spec, name, ahead string
	}{
		{"name: x", "frozen:ties=random,depth=2", "depth 2", "2 plies ahead"},
		{"player: {depth: 1}", "frozen:ties=random,depth=1", "depth 1", "1 ply ahead"},
		{"{game: konane, player: {depth: 1, endgame_depth: 3, phases: 2}}", "frozen:ties=random,depth=1,endgame_depth=3", "depth 1, and 3 in the endgame", "1 ply ahead, and 3 in the endgame"},
		{"player: {nodes: 300}", "frozen:ties=random,nodes=300,book=off", "300 nodes a move", "300 nodes a move ahead"},
		{"player: {depth: 3, nodes: 300}", "frozen:ties=random,nodes=300,book=off", "300 nodes a move", "300 nodes a move ahead"},
		{"player: {depth: 3, nodes: 0}", "frozen:ties=random,depth=3", "depth 3", "3 plies ahead"},
	} {
		look := parse(t, test.text).Player.Look()
		if got := look.Spec(features.Weights{}).String(); got != test.spec {
			t.Errorf("%s: candidates are %s, want %s", test.text, got, test.spec)
		}
		if look.String() != test.name || look.Ahead() != test.ahead {
			t.Errorf("%s: %q, %q", test.text, look, look.Ahead())
		}
	}
}

func TestBadNodes(t *testing.T) {
	for nodes, want := range map[string]string{
		"-1":      `player.nodes: -1 is out of range (allowed: 0..1000000)`,
		"1000001": `player.nodes: 1000001 is out of range (allowed: 0..1000000)`,
		"1.5":     `player.nodes: 1.5 is not a whole number (allowed: 0..1000000)`,
		"many":    `player.nodes: text "many" where a whole number belongs (allowed: 0..1000000)`,
		"":        `player.nodes: no value where a whole number belongs (allowed: 0..1000000)`,
	} {
		_, err := Parse("test.yaml", []byte("player:\n  nodes: "+nodes+"\n"), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "test.yaml:2:") || !strings.Contains(err.Error(), want) {
			t.Errorf("nodes %q: %v, want %s", nodes, err, want)
		}
	}
}

// Uses knows every file and program that a config can name.
func TestUses(t *testing.T) {
	c := Config{
		Start: "s.json", Agent: "lines:dir=e,cmd=f",
		Opponents: []Opponent{{Agent: "frozen:weights=w.json"}, {Agent: "exec:dir=d,cmd=c"}, {Agent: "greedy"}},
		Accuracy:  Accuracy{Train: "t.txt", Report: ShippedSuite},
		SelfPlay:  SelfPlay{Files: []string{"p.positions"}},
		Practice:  Practice{Against: []string{"frozen:weights=v.json"}},
		LearnFrom: []string{"g.jsonl"},
		Rubric:    "ours.yaml",
	}
	want := []agent.Use{
		{Key: "start", Path: "s.json"}, {Key: "agent", Path: "lines:dir=e,cmd=f", Program: true}, {Key: "opponents.0.agent", Path: "w.json"}, {Key: "opponents.1.agent", Path: "exec:dir=d,cmd=c", Program: true}, {Key: "practice.against.0", Path: "v.json"},
		{Key: "accuracy.train", Path: "t.txt"}, {Key: "rubric", Path: "ours.yaml"}, {Key: "selfplay.files.0", Path: "p.positions"}, {Key: "learn_from.0", Path: "g.jsonl"},
	}
	if got := c.Uses(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if list := (&Config{Start: "hand"}).Uses(); len(list) > 0 {
		t.Errorf("an empty config uses %v", list)
	}
}

// A new key for files or agents has to be among those that Uses looks at.
func TestUsesKnowsTheKeys(t *testing.T) {
	known := []string{"start", "agent", "opponents.N.agent", "practice.against", "practice.against.N", "accuracy.train", "accuracy.report", "selfplay.files", "selfplay.files.N",
		"learn_from", "learn_from.N", "rubric"}
	for _, k := range config.Keys[Config]() {
		if k.Type == "section" {
			continue
		}
		if k.Path == "pass" { // how, not what
			continue
		}
		names := strings.Contains(k.Allowed, "file") || strings.Contains(k.Allowed, "agents") || strings.Contains(k.Allowed, "key=value")
		if names && !slices.Contains(known, k.Path) {
			t.Errorf("%s may name a file or an agent (%s), and Uses does not look at it", k.Path, k.Allowed)
		}
	}
}
