package experiment

import (
	"slices"
	"strings"
	"testing"

	"evolab/internal/config"
)

// Uses knows every file and program that a config can name.
func TestUses(t *testing.T) {
	c := Config{
		Start: "s.json", Agent: "lines:dir=e,cmd=f",
		Opponents: []Opponent{{Agent: "frozen:weights=w.json"}, {Agent: "exec:dir=d,cmd=c"}, {Agent: "greedy"}},
		Accuracy:  Accuracy{Train: "t.txt", Report: ShippedSuite},
		SelfPlay:  SelfPlay{Files: []string{"p.positions"}},
		Practice:  Practice{Against: []string{"frozen:weights=v.json"}},
		LearnFrom: []string{"g.jsonl"},
	}
	want := []Use{
		{"start", "s.json", false}, {"agent", "lines:dir=e,cmd=f", true}, {"opponents.0.agent", "w.json", false}, {"opponents.1.agent", "exec:dir=d,cmd=c", true}, {"practice.against.0", "v.json", false},
		{"accuracy.train", "t.txt", false}, {"selfplay.files.0", "p.positions", false}, {"learn_from.0", "g.jsonl", false},
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
		"learn_from", "learn_from.N"}
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
