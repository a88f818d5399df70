package config_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

func TestOverridesWinOverTheFile(t *testing.T) {
	const file = "seed: 3\nvariant: passes\nga: {sigma: .5, elites: 2}\nopponents: [{agent: random}, {agent: greedy, share: 2}]\nselection:\n"
	for _, test := range []struct {
		override string
		right    func(c *lab) bool
	}{
		{"seed=7", func(c *lab) bool { return c.Seed == 7 && ga(c).Sigma == .5 }},
		{"ga.sigma=.3", func(c *lab) bool { return ga(c).Sigma == .3 && ga(c).Elites == 2 }},
		{"ga={sigma: .3}", func(c *lab) bool { return ga(c).Sigma == .3 && ga(c).Elites == 6 }},
		{"ga.crossover.blend=.5", func(c *lab) bool { return ga(c).Crossover == (crossover{Rate: .9, Blend: .5}) }},
		{"selection.lower_bound=1", func(c *lab) bool { return c.Selection.LowerBound == 1 }},
		{"test.opening_plies=[2]", func(c *lab) bool { return slices.Equal(c.Test.OpeningPlies, []int{2}) }},
		{"test.opening_plies.1=2", func(c *lab) bool { return slices.Equal(c.Test.OpeningPlies, []int{4, 2}) }},
		{"test.opening_plies.2=2", func(c *lab) bool { return slices.Equal(c.Test.OpeningPlies, []int{4, 0, 2}) }},
		{"opponents.1.share=.3", func(c *lab) bool { return slices.Equal(c.Opponents, []opponent{{"random", 1}, {"greedy", .3}}) }},
		{"opponents=[{agent: 'minimax:depth=3'}]", func(c *lab) bool { return slices.Equal(c.Opponents, []opponent{{"minimax:depth=3", 1}}) }},
		{"opponents.2={agent: human}", func(c *lab) bool { return len(c.Opponents) == 3 && c.Opponents[2] == opponent{"human", 1} }},
		{"opponents.2.agent=human", func(c *lab) bool { return len(c.Opponents) == 3 && c.Opponents[2] == opponent{"human", 1} }},
		{"start=a=b.json", func(c *lab) bool { return c.Start == "a=b.json" }},
		{"variant=", func(c *lab) bool { return c.Variant == "" }},
	} {
		if c := parse(t, file, test.override); !test.right(c) {
			t.Errorf("%s: %+v", test.override, c)
		}
	}
}

func TestOverridesOfDefaultLists(t *testing.T) {
	c := parse(t, "name: x", "opponents.3.share=.9")
	want := []opponent{{"random", .1}, {"greedy", .2}, {"aggressive", .2}, {"alphabeta", .9}}
	if diff := cmp.Diff(want, c.Opponents); diff != "" {
		t.Error(diff)
	}
}

func TestLaterOverridesWin(t *testing.T) {
	if c := parse(t, "seed: 1", "seed=2", "seed=3"); c.Seed != 3 {
		t.Errorf("seed %d", c.Seed)
	}
}

func TestOverridesReplaceBadValues(t *testing.T) {
	if c := parse(t, "seed: none\nga: {sigma: 11}", "seed=2", "ga.sigma=1"); c.Seed != 2 || ga(c).Sigma != 1 {
		t.Errorf("%+v", c)
	}
}

func TestBadOverrides(t *testing.T) {
	_, err := parseLab("test.yaml", []byte("ga: {sigma: 11}\nfitness: 3\n"), []string{
		"seed=7", "ga.sigma_end=big", "nonsense", "=3", "seed=", "seed.x=1", "ga.sgima=3",
		"generations=[1", "generations=1\n---\n2", "opponents.x.share=1", "opponents.9.agent=greedy",
		"opponents.4.share=1", "opponents.-1=1", "opponents..share=1", "ga..sigma=1", "fitness.rounds=2",
		"start=[a,\n  b]", "player.depth=*x", "player={depth: &x 99, depht: 2, depth: 3}", "hall_of_fame=\xff",
		"name=A\tB", "test.opening_plies.0.x=1", "ga.sigma=.nan", "variant=\x1b[2J", "validation.games=3",
	})
	if err == nil {
		t.Fatal("no problem")
	}
	golden(t, "testdata/overrides.err", err.Error())
}

func TestOverridesAreCheckedWhenTheFileIsNotYAML(t *testing.T) {
	_, err := parseLab("test.yaml", []byte("a: b: c"), []string{"sed=7", "generations=0"})
	var bad *config.Error
	if !errors.As(err, &bad) || len(bad.Problems) != 3 {
		t.Fatalf("%v", err)
	}
}

func TestLongOverrideIsShortInItsProblem(t *testing.T) {
	_, err := parseLab("test.yaml", []byte("seed: 1"), []string{"ga." + strings.Repeat("x", 5000) + "=1", "start=" + strings.Repeat("x", 5000)})
	if err == nil || len(err.Error()) > 2000 {
		t.Errorf("%d bytes: %v", len(err.Error()), err)
	}
}
