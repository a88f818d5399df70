package bundle

import (
	"os"
	"testing"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/features/checkers"
	"evolab/features/halma"
	"evolab/features/konane"
	"evolab/features/littlego"
	"evolab/features/tictactoe"
)

func numbers[S comparable](t *testing.T, set features.Set[S]) features.Numbers {
	l, err := frozen.Evaluation(set)
	if err != nil {
		t.Fatal(err)
	}
	return l.Numbers()
}

func TestTry(t *testing.T) {
	for g, n := range map[string]features.Numbers{
		"littlego": numbers(t, littlego.Set()), "checkers": numbers(t, checkers.Set()), "halma": numbers(t, halma.Set()), "konane": numbers(t, konane.Set()),
		"tictactoe": numbers(t, tictactoe.Set()),
	} {
		for lang, ext := range map[string]string{"cpp": ".cpp", "python": ".py"} {
			w, _ := frozen.Weights(g)
			s, err := source(g, lang, "", w, n)
			if err != nil {
				t.Errorf("%s %s: %v", g, lang, err)
				continue
			}
			os.WriteFile("/var/tmp/w/ship-scratch/"+g+ext, []byte(s), 0o644)
		}
	}
}
