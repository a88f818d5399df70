package config

import "testing"

// A clone has the same settings, and changing them leaves the original alone.
func TestClonesHaveTheirOwnSettings(t *testing.T) {
	type speed struct{ Fast int }
	first := Choice{Name: "a", Options: []Option{{Name: "a", Settings: &speed{3}}, {Name: "b", Settings: &speed{4}}}}
	clone := first.Clone()
	own := clone.Chosen().(*speed)
	if own.Fast != 3 {
		t.Errorf("%d, want the original's 3", own.Fast)
	}
	own.Fast = 7
	if kept := first.Chosen().(*speed).Fast; kept != 3 {
		t.Errorf("the original is %d now", kept)
	}
}
