package features_test

import (
	"testing"

	"evolab/features"
	"evolab/features/checkers"
	game "evolab/game/checkers"
)

// What is shipped evaluates as what was made of the weights, in both phases and
// with connectives.
func TestNumbersAreTheEvaluation(t *testing.T) {
	w := features.Weights{
		Game: "checkers", Features: []string{"men", "kings", "men>=1 & kings<=0", "tempo"}, Values: []float64{2, 3, .5, .1},
		Endgame: &features.Endgame{From: .1, Values: []float64{1, 4, -.5, 0}},
	}
	l, err := features.NewLinear(checkers.Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	n, err := features.NumbersOf(checkers.Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	again := features.FromNumbers(checkers.Set(), &n)
	s, err := game.Start("")
	if err != nil {
		t.Fatal(err)
	}
	late := false
	for ply := 0; !s.Outcome().Over() && ply < 100; ply++ {
		if a, b := l.Decide(&s), again.Decide(&s); a != b {
			t.Fatalf("ply %d: the phase changes: %v, %v", ply, a, b)
		} else {
			late = late || a
		}
		if a, b := l.Score(&s), again.Score(&s); a != b {
			t.Fatalf("ply %d: %d, from numbers %d", ply, a, b)
		}
		moves := s.Moves(nil)
		s.Play(moves[ply*7%len(moves)], &s)
	}
	if !late {
		t.Error("the second phase was never reached")
	}
}
