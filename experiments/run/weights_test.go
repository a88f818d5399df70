package run

import (
	"fmt"
	"testing"

	"evolab/features"
)

// A learner that learns nothing better keeps its start as the champion: that may have
// other features than those of the config.
func TestWeightRowsOfAStart(t *testing.T) {
	w := features.Weights{Features: []string{"a", "b", "c"}, Values: []float64{3, 0, -4}}
	got := ""
	for _, r := range weightRows([]string{"c", "a"}, w, w, false) {
		got += fmt.Sprintf("%s %g %g; ", r.Feature, *r.Start, r.Champion)
	}
	if want := "c -0.8 -0.8; a 0.6 0.6; b 0 0; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	late := features.Weights{Features: w.Features, Values: w.Values, Endgame: &features.Endgame{Values: w.Values}}
	if rows := weightRows([]string{"c", "a"}, late, late, false); len(rows) > 0 {
		t.Errorf("weights of phases that the config does not have: %v", rows)
	}
}
