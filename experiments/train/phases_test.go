package train

import (
	"bytes"
	"slices"
	"testing"

	"evolab/experiments/run"
)

// A run with phases and connectives is repeatable, and its champion has them.
func TestRunWithPhasesAndConnectives(t *testing.T) {
	overrides := []string{"player.phases=2", "player.connectives=['stones>=2 & edge<=0']"}
	one, two := runTiny(t, 1, overrides...), runTiny(t, 2, overrides...)
	if w := one.Weights; w.Endgame == nil || !slices.Contains(w.Features, "stones>=2 & edge<=0") {
		t.Errorf("%+v", w)
	}
	if !bytes.Equal(read(t, one.Folder, run.ChampionFile), read(t, two.Folder, run.ChampionFile)) {
		t.Error("another champion with another number of workers")
	}
	figures, err := run.Draw(one.Folder, svg)
	if err != nil || len(figures) == 0 {
		t.Errorf("%q, %v", figures, err)
	}
}
