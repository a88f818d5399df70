package experiment

import (
	"strings"
	"testing"
)

func TestNamesAreChecked(t *testing.T) {
	for override, want := range map[string]string{
		"game=chess":                                   "littlego",
		"variant=superko":                              "host, two-pass",
		"player.features=[stonse]":                     "nearest is stones",
		"player.features=[all, edge]":                  "player.features.0: all stands alone",
		"player.features=[edge, edge]":                 "player.features.1: the same as item 0",
		"test.opening_plies=[4, 4]":                    "test.opening_plies.1: the same as item 0",
		"opponents=[{agent: random}, {agent: random}]": "opponents.1.agent: the same as item 0",
		"opponents=[{agent: stockfish}]":               "no agent",
		"start=nowhere.json":                           "random, zero, hand",
		"fitness.opening_plies=20":                     "",
	} {
		_, err := Parse("x.yaml", []byte("game: littlego\n"), []string{override}, CheckNames)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", override, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
}
