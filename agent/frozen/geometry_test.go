package frozen

import (
	"testing"

	"evolab/features"
	"evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/features/halma"
	"evolab/features/konane"
	"evolab/features/littlego"
	"evolab/features/tictactoe"
	"evolab/game"
	rulescheckers "evolab/game/checkers"
	ruleshalma "evolab/game/halma"
	ruleskonane "evolab/game/konane"
	ruleslittlego "evolab/game/littlego"
	rulestictactoe "evolab/game/tictactoe"
)

// Weights with tables may be frozen for every game: my_player evaluates with them
// though its sets have no geometry.
func TestTablesMayBeFrozen(t *testing.T) {
	mayBeFrozen(t, checkers.Set(), rulescheckers.Rules(), "window 4x4 step 2x2")
	mayBeFrozen(t, halma.Set(), ruleshalma.Rules(), "window 2x4 step 2x4")
	mayBeFrozen(t, konane.Set(), ruleskonane.Rules(), "window 3x4 alike")
	mayBeFrozen(t, littlego.Set(), ruleslittlego.Rules(), "window 3x3")
	mayBeFrozen(t, tictactoe.Set(), rulestictactoe.Rules(), "window 3x3")
}

func mayBeFrozen[S comparable](t *testing.T, set features.Set[S], rules game.Rules[S], shape string) {
	t.Run(set.Game, func(t *testing.T) {
		known := set
		known.Geometry = geometry(set.Game)
		w := featurestest.Tables(t, known, features.Design{Names: []string{set.List[0].Name}, Shapes: []string{shape}})
		want, err := features.NewLinear(known, w)
		if err != nil {
			t.Fatal(err)
		}
		got, err := evaluation(set, w)
		if err != nil {
			t.Fatal(err)
		}
		start := featurestest.Start(t, rules, "")
		if g, w := got.Score(&start), want.Score(&start); g != w {
			t.Errorf("score %d, want %d", g, w)
		}
	})
}
