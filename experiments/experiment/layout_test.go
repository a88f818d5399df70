package experiment

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/agent"
	"evolab/features"
)

func littlegoFeatures(t *testing.T) []features.Feature {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return g.Info().Features
}

func TestGenesOfTwoPhases(t *testing.T) {
	c := parse(t, "player: {features: [stones, edge], connectives: ['stones>=2 & edge<=0'], phases: 2}")
	l := NewLayout(c, littlegoFeatures(t))
	want := "stones (opening), edge (opening), stones>=2 & edge<=0 (opening), stones (endgame), edge (endgame), stones>=2 & edge<=0 (endgame), switch"
	if got := strings.Join(l.Genes(), ", "); got != want {
		t.Errorf("genes %s", got)
	}
	w := l.Weights([]float64{1, 2, 3, 4, 5, 6, .2}, "test")
	if !slices.Equal(w.Values, []float64{1, 2, 3}) || !slices.Equal(w.Endgame.Values, []float64{4, 5, 6}) || math.Abs(w.Endgame.From-.8) > 1e-9 {
		t.Errorf("%+v %+v", w, w.Endgame)
	}
	back := l.Genome(w)
	for i, ratio := range []float64{1, 2, 3, 4, 5, 6} {
		if math.Abs(back[i]/back[0]-ratio) > 1e-9 {
			t.Errorf("%v reads back as %v", w, back)
		}
	}
	if math.Abs(back[6]-.2) > 1e-9 {
		t.Errorf("the switch %v became %v", .2, back[6])
	}
	for gene, from := range map[float64]float64{-1: 0, 0: .5, 1: 1} {
		if w := l.Weights([]float64{0, 0, 0, 0, 0, 0, gene}, ""); w.Endgame.From != from {
			t.Errorf("switch %v: from %v, want %v", gene, w.Endgame.From, from)
		}
	}
}

// Weights of one phase begin both, at the middle of the game.
func TestOnePhaseBecomesTwo(t *testing.T) {
	l := NewLayout(parse(t, "player: {features: [stones, edge], phases: 2}"), littlegoFeatures(t))
	w := l.Weights(l.Genome(features.Weights{Game: "littlego", Features: []string{"edge", "links"}, Values: []float64{3, 4}}), "")
	if !slices.Equal(w.Values, w.Endgame.Values) || w.Values[0] != 0 || w.Values[1] <= 0 || w.Endgame.From != .5 {
		t.Errorf("%+v %+v", w, w.Endgame)
	}
}

func TestBadPhasesAndConnectives(t *testing.T) {
	for text, want := range map[string]string{
		"player: {connectives: ['stones>>2']}":                             "player.connectives.0",
		"player: {connectives: ['stone>2']}":                               `no feature "stone"`,
		"player: {connectives: ['edge>2', 'edge>2']}":                      "the same as item 0",
		"player: {phases: 3}":                                              "1..2",
		"player: {connectives: [" + strings.Repeat("'edge>2',", 33) + "]}": "33 items",
	} {
		if _, err := Parse("test.yaml", []byte(text), nil, CheckNames); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

const tuned = `
game: littlego
agent: "lines:dir=.,cmd=cat"
parameters:
  - {name: liberties, start: 1, low: -5, high: 5}
  - {name: depth, start: 3, low: 1, high: 5, integer: true}
`

// Genes of -1..1 are parameters from low to high; whole ones are rounded.
func TestGenesAreParameters(t *testing.T) {
	c := parse(t, tuned)
	l := NewLayout(c, nil)
	if diff := cmp.Diff([]string{"liberties", "depth"}, l.Genes()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{.2, 0}, []float64(c.StartGenome()), cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	for _, row := range []struct{ genome, want []float64 }{
		{c.StartGenome(), []float64{1, 3}},
		{[]float64{-1, -1}, []float64{-5, 1}},
		{[]float64{1, 1}, []float64{5, 5}},
		{[]float64{.5, .24}, []float64{2.5, 3}},
		{[]float64{.5, .26}, []float64{2.5, 4}},
	} {
		w := l.Weights(row.genome, "")
		if diff := cmp.Diff(row.want, w.Values, cmp.Comparer(near)); diff != "" {
			t.Errorf("%v: %s", row.genome, diff)
		}
		if err := l.Fits(w, c.Known(nil)); err != nil {
			t.Error(err)
		}
	}
}

// What is shown of a genome are the parameters, by name too; weights are shown as they
// are.
func TestShown(t *testing.T) {
	c := parse(t, tuned)
	genome := []float64{.5, .26}
	if diff := cmp.Diff([]float64{2.5, 4}, c.Shown(genome), cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]float64{"liberties": 2.5, "depth": 4}, c.ByName(genome), cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	if a, b := c.Parameters[0].Range(), c.Parameters[1].Range(); a != "-5..5" || b != "1..5, whole" {
		t.Error(a, b)
	}
	weights := parse(t, "game: littlego\n")
	if diff := cmp.Diff(genome, weights.Shown(genome)); diff != "" || weights.ByName(genome) != nil {
		t.Error(diff)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// Each mistake is one clear error.
func TestBadParameters(t *testing.T) {
	for _, row := range []struct{ about, text, want string }{
		{"low above high", `parameters: [{name: a, start: 1, low: 2, high: 1}]`, "parameters.0.low: 2 is not below high, 1"},
		{"start outside", `parameters: [{name: a, start: 3, low: 0, high: 1}]`, "parameters.0.start: 3 is not in 0..1"},
		{"two equal names", `parameters: [{name: a, start: 0, low: 0, high: 1}, {name: a, start: 0, low: 0, high: 1}]`, "parameters.1.name"},
		{"an integer that is none", `parameters: [{name: a, start: .5, low: 0, high: 1, integer: true}]`, "an integer with start, low or high that is none"},
		{"a name that no program can have", `parameters: [{name: a b, start: 0, low: 0, high: 1}]`, "parameters.0.name"},
		{"no number", `parameters: [{name: a, start: x, low: 0, high: 1}]`, "parameters.0.start"},
		{"no start", `parameters: [{name: a, low: 0, high: 1}]`, "start"},
		{"integer is no bool", `parameters: [{name: a, start: 0, low: 0, high: 1, integer: 3}]`, "parameters.0.integer"},
		{"a variable of the lab", `parameters: [{name: PROTOCOL, start: 0, low: 0, high: 1}]` + "\nagent: \"lines:dir=.,cmd=cat\"\npass: env", "the lab has a variable EVOLAB_PROTOCOL of its own"},
		{"none", `parameters: []`, "there is nothing to tune"},
		{"an unknown way", tuned + "pass: mail", "unknown: mail"},
		{"features beside it", tuned + "player: {features: [stones]}", "player.features: goes with an evaluation"},
		{"depth beside it", tuned + "player: {depth: 3}", "player.depth: goes with an evaluation"},
		{"a start beside it", tuned + "start: hand", "start: hand does not go with an agent"},
		{"another learner", tuned + "learner: td", "learner: td does not go with an agent"},
		{"no {name} in the command", tuned + "pass: args", "the command has no {liberties}"},
		{"an agent of the lab", strings.Replace(tuned, "lines:dir=.,cmd=cat", "greedy", 1), "greedy is an agent of the lab"},
		{"no such folder", strings.Replace(tuned, "dir=.", "dir=nowhere", 1), "agent: "},
		{"no agent", strings.Replace(tuned, "agent:", "name: x #", 1), "there is no agent to give them to"},
	} {
		text := row.text
		if !strings.Contains(text, "\n") {
			text = "agent: \"lines:dir=.,cmd=cat\"\n" + text
		}
		_, err := Parse("test.yaml", []byte(text), nil, CheckNames)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v\nwant %q", row.about, err, row.want)
		} else if n := strings.Count(err.Error(), "test.yaml:"); n > 1 {
			t.Errorf("%s: %d errors: %v", row.about, n, err)
		}
	}
}
