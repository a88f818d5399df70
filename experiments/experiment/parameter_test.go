package experiment

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tuned = `
game: littlego
agent: "lines:dir=.,cmd=cat"
parameters:
  - {name: liberties, start: 1, low: -5, high: 5}
  - {name: depth, start: 3, low: 1, high: 5, integer: true}
`

// Genes of -1..1 are parameters from low to high; whole ones have equal parts.
func TestGenesAreParameters(t *testing.T) {
	c := parse(t, tuned)
	l := NewLayout(c, nil)
	if diff := cmp.Diff([]string{"liberties", "depth"}, l.Genes()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{.2, 0}, []float64(c.StartGenome()), cmp.Comparer(near)); diff != "" {
		t.Error(diff)
	}
	for _, row := range []struct{ genome, want []float64 }{ // depth has parts of .4
		{c.StartGenome(), []float64{1, 3}},
		{[]float64{-1, -1}, []float64{-5, 1}},
		{[]float64{1, 1}, []float64{5, 5}},
		{[]float64{.5, .19}, []float64{2.5, 3}},
		{[]float64{.5, .21}, []float64{2.5, 4}},
		{[]float64{.5, -.61}, []float64{2.5, 1}},
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
		{"an unknown way", tuned + "pass: mail", "mail is unknown"},
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

func TestParseParameter(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // want: the parameter, or what the error says
		{"edge=0:-5..5", "edge=0:-5..5"},
		{"depth=3:1..6:int", "depth=3:1..6:int"},
		{"_x1=1e-3:0...5", "_x1=0.001:0..0.5"}, // 0 and .5
		{"k=-0.5:-1..1e2", "k=-0.5:-1..100"},
		{"", `parameter "" (expected: NAME=START:LOW..HIGH`},
		{"edge", "expected: NAME=START:LOW..HIGH"},
		{"edge=0", "expected: NAME=START:LOW..HIGH"},
		{"edge=0:5", "expected: NAME=START:LOW..HIGH"},
		{"2edge=0:-5..5", "expected: NAME=START:LOW..HIGH"},
		{"edge=0:-5..5:float", "expected: NAME=START:LOW..HIGH"},
		{"edge=x:-5..5", `"x" (expected: a number`},
		{"edge=NaN:-5..5", `"NaN" (expected: a number`},
		{"edge=0:-5..1e7", `"1e7" (expected: a number`},
		{"edge=0:5..-5", "5 is not below high, -5"},
		{"edge=9:-5..5", "9 is not in -5..5"},
		{"depth=1.5:1..6:int", "an integer with start, low or high that is none"},
		{"patterns=0:0..1", "the name is taken"},
	} {
		p, err := ParseParameter(c.text)
		if err == nil && p.String() != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v, want %q", c.text, p, err, c.want)
		}
	}
}

func FuzzParseParameter(f *testing.F) {
	for _, text := range []string{"edge=0:-5..5", "depth=3:1..6:int", "a=.5:0...5", "a=1:..", "=0:0..1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseParameter(text)
		if err != nil {
			return
		}
		if p.Start < p.Low || p.Start > p.High || p.Low >= p.High {
			t.Errorf("%q: %+v", text, p)
		}
		if again, err := ParseParameter(p.String()); err != nil || again != p {
			t.Errorf("%q: %v, %v, want %v", text, again, err, p)
		}
	})
}
