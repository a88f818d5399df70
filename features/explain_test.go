package features_test

import (
	"testing"

	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
)

// Two stones ahead are 2/1.95 standard deviations, of which one weighs .8 in a
// vector of length 1; the connective holds, and speaks against it.
func TestExplain(t *testing.T) {
	s, err := littlego.Parse("", "X.X.X/...../..O../...../..... b 6 -")
	if err != nil {
		t.Fatal(err)
	}
	w := features.Weights{Game: "littlego", Features: []string{"euler", "stones>=2", "stones"}, Values: []float64{0, -3, 4}}
	e, err := features.Explain(featlg.Set(), w, &s)
	if err != nil {
		t.Fatal(err)
	}
	if e.Phase != features.AllPhases || len(e.Features) != 3 {
		t.Fatalf("%+v", e)
	}
	for i, want := range []features.Part{
		{Feature: "stones>=2", Value: 1, Normalized: 2, Weight: -.6, Contribution: -1.2},
		{Feature: "stones", Value: 2, Normalized: 1.0256, Weight: .8, Contribution: .8205},
		{Feature: "euler", Value: 2, Normalized: 1.5267},
	} {
		got := e.Features[i]
		if got.Feature != want.Feature || got.Value != want.Value || !near(got.Normalized, want.Normalized) ||
			!near(got.Weight, want.Weight) || !near(got.Contribution, want.Contribution) || !near(*got.Share, want.Contribution/-.3795) {
			t.Errorf("%+v, share %v, want %+v", got, *got.Share, want)
		}
	}
	if !near(e.Score, -.3795) {
		t.Errorf("score %v", e.Score)
	}
}

// near allows for quantisation.
func near(a, b float64) bool { return a-b < 2e-3 && b-a < 2e-3 }

func TestExplainPhases(t *testing.T) {
	w := features.Weights{Game: "littlego", Features: []string{"stones", "edge"}, Values: []float64{1, 0},
		Endgame: &features.Endgame{From: .5, Values: []float64{0, -1}}}
	for position, want := range map[string]string{
		"X.X.X/...../..O../...../..... b 6 -":  features.OpeningPhase,
		"X.X.X/...../..O../...../..... b 12 -": features.EndgamePhase,
	} {
		s, err := littlego.Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		e, err := features.Explain(featlg.Set(), w, &s)
		if err != nil || e.Phase != want || e.From != .5 || e.Features[0].Contribution != e.Score || e.Score == 0 {
			t.Errorf("%s: %+v, %v", position, e, err)
		}
	}
	w.Game = "halma"
	if _, err := features.Explain(featlg.Set(), w, new(littlego.State)); err == nil {
		t.Error("weights of another game are explained")
	}
}

// A score of 0 has no shares.
func TestExplainNothing(t *testing.T) {
	s, err := littlego.Parse("", "start")
	if err != nil {
		t.Fatal(err)
	}
	w := features.Weights{Game: "littlego", Features: []string{"stones"}, Values: []float64{1}}
	if e, err := features.Explain(featlg.Set(), w, &s); err != nil || e.Score != 0 || e.Features[0].Share != nil {
		t.Errorf("%+v, %v", e, err)
	}
}
