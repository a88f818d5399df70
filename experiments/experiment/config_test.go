package experiment

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
	"evolab/internal/config"
	"evolab/internal/config/configtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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
	if ga(c).Population != 60 || c.Seed != 1 || c.Variant != "" || !slices.Equal(c.Test.OpeningPlies, []int{4, 0}) {
		t.Errorf("not the defaults: %+v", c)
	}
}

func TestNameComesFromTheFile(t *testing.T) {
	for file, want := range map[string]string{
		"runs/My first_try.yaml":            "my-first-try",
		"quick.yml":                         "quick",
		"ÄÖ.yaml":                           "unnamed",
		"":                                  "unnamed",
		"..":                                "unnamed",
		strings.Repeat("a", 39) + "-b.yaml": strings.Repeat("a", 39),
	} {
		c, err := Parse(file, []byte("seed: 2"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != want {
			t.Errorf("%q: name %q, want %q", file, c.Name, want)
		}
	}
}

func TestYAMLParsesBack(t *testing.T) {
	c := parse(t, "seed: 18446744073709551615\nga: {sigma: 0.1234567890123456789, sigma_end: 1e-300}",
		`start="no.json"`, "opponents=[{agent: 'exec:dir=a b,cmd=./p \"#\" : x'}, {agent: ä, share: 12345.678}, {agent: 'null'}]",
		"player.features=['7', yes, '~', '0x1F_', '-']", "variant='1:30'", "selection.lower_bound=-0.0")
	text, err := c.YAML()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse("other.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, back); diff != "" {
		t.Error(diff)
	}
	for _, k := range config.Keys[Config]() {
		leaf := k.Path[strings.LastIndexByte(k.Path, '.')+1:]
		if !strings.Contains(string(text), leaf+":") {
			t.Errorf("%s is not written:\n%s", k.Path, text)
		}
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

func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			_, err := Load(file, nil)
			if err == nil {
				t.Fatal("no problem")
			}
			golden(t, strings.TrimSuffix(file, ".bad.yaml")+".err", err.Error())
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got+"\n"); diff != "" {
		t.Error(diff)
	}
}

// Every experiment of the project can be run.
func TestExperimentsLoad(t *testing.T) {
	files, err := filepath.Glob("../*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	loaded := 0
	for _, file := range files {
		if filepath.Base(file) == "tournament.yaml" {
			continue
		}
		if _, err := LoadFile(file, nil); err != nil {
			t.Error(err)
		}
		loaded++
	}
	if loaded < 6 {
		t.Errorf("only %d experiments in %q", loaded, files)
	}
}
