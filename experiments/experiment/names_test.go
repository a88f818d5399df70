package experiment

import (
	"strings"
	"testing"
)

func TestNamesAreChecked(t *testing.T) {
	for override, want := range map[string]string{
		"game=chess":                     "littlego",
		"variant=superko":                "host, two-pass",
		"player.features=[stonse]":       "nearest is stones",
		"opponents=[{agent: stockfish}]": "no agent",
		"start=nowhere.json":             "random, zero, hand",
		"fitness.opening_plies=20":       "",
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
