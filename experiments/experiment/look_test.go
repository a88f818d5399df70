package experiment

import (
	"strings"
	"testing"

	"evolab/features"
)

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
