package features_test

import (
	"strings"
	"testing"

	"evolab/features"
	"evolab/features/littlego"
	game "evolab/game/littlego"
)

// Half of the way from one phase to the next, half of each counts.
func TestBlend(t *testing.T) {
	w := features.Weights{
		Game: "littlego", Features: []string{"stones", "liberties"}, Values: []float64{1, 0},
		Blend: &features.Blend{At: []float64{.5, .666}, Values: [][]float64{{3, 0}}},
	}
	l, err := features.NewLinear(littlego.Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	n, err := features.NumbersOf(littlego.Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	again := features.FromNumbers(littlego.Set(), &n)
	const board = "..X../.XX../..XOO/OO.O./O.X.. "
	for ply, want := range map[string]int{"12": 1, "14": 2, "16": 3, "18": 3, "22": 3} {
		s, err := game.Parse("", board+"b "+ply+" -")
		if err != nil {
			t.Fatal(err)
		}
		const one = 2101                                               // a stone with the weight 1: Unit / 1.95
		if got := -l.Score(&s); got < want*one-2 || got > want*one+2 { // a stone behind
			t.Errorf("ply %s: %d, want about %d", ply, got, want*one)
		}
		if a, b := l.Score(&s), again.Score(&s); a != b {
			t.Errorf("ply %s: %d, from numbers %d", ply, a, b)
		}
	}
}

func TestBadBlends(t *testing.T) {
	const head = `{"game": "littlego", "features": ["stones"], "weights": [1], `
	for text, want := range map[string]string{
		`"blend": {"at": [0], "weights": []}}`:                                               "phases of a blend: 1 (allowed: 2..4)",
		`"blend": {"at": [0, 0.5], "weights": []}}`:                                          "lists of weights after a blend's first phase: 0 (expected: 1)",
		`"blend": {"at": [0.5, 0.5], "weights": [[1]]}}`:                                     "phase 2 of a blend is at 0.5",
		`"blend": {"at": [0, 2], "weights": [[1]]}}`:                                         "phase 2 of a blend is at 2",
		`"blend": {"at": [0, 1], "weights": [[1, 2]]}}`:                                      "number of weights: 2 (expected: 1",
		`"blend": {"at": [0, 1], "weights": [[null]]}}`:                                      "null instead of a weight",
		`"endgame": {"from": 1, "weights": [1]}, "blend": {"at": [0, 1], "weights": [[1]]}}`: "an endgame and a blend",
		`"patterns": {"shapes": ["row"], "tables": []}}`:                                     `tables and the feature "patterns" go together`,
	} {
		if _, err := features.Read([]byte(head + text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	tables := func(tables string) string {
		return `{"game": "littlego", "features": ["patterns"], "weights": [1], "patterns": {"shapes": ["cells 2,2"], "tables": ` + tables + `}}`
	}
	for text, want := range map[string]string{
		tables(`[]`):             "number of texts of tables: 0 (expected: 1 for each phase)",
		tables(`["OO"]`):         "table 1 (cells 2,2), phase 1: entries of a table: 2 (expected: 3)",
		tables(`["OOO", "OOO"]`): "tables of 2 phases beside weights of 1",
		tables(`["OOé"]`):        "at byte 2 of a table",
	} {
		w, err := features.Read([]byte(text))
		if err == nil {
			set := littlego.Set()
			set.Geometry = littlego.Geometry
			_, err = features.NewLinear(set, w)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
