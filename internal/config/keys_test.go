package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

func TestValuesAndDifferences(t *testing.T) {
	a := parse(t, "seed: 3")
	b := parse(t, "seed: 3\nvariant: 'a: b'\nga: {sigma: .3}\nplayer: {features: [stones, edge]}")
	want := []config.Difference{
		{Path: "variant", Before: `""`, After: `"a: b"`},
		{Path: "player.features", Before: "[all]", After: "[stones, edge]"},
		{Path: "ga.sigma", Before: "0.4", After: "0.3"},
	}
	if diff := cmp.Diff(want, config.Differences(a, b)); diff != "" {
		t.Error(diff)
	}
	// Each value is what an override would say.
	var overrides []string
	for _, v := range config.Values(b) {
		overrides = append(overrides, v.Path+"="+v.Text)
	}
	if diff := cmp.Diff(b, parse(t, "name: other", overrides...)); diff != "" {
		t.Error(diff)
	}
}
