package experiment

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
	"evolab/experiments"
	"evolab/internal/config"
	"evolab/internal/config/configtest"
)

var update = flag.Bool("update", false, "rewrite schema.json")

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
		if _, err := ParseFile(nil, name, text, nil); err != nil {
			t.Error(err)
		}
		loaded++
	}
	if loaded < 6 {
		t.Errorf("only %d experiments in %q", loaded, experiments.Names())
	}
}
