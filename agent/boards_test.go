package agent

import (
	"fmt"
	"reflect"
	"testing"

	"evolab/agent/frozen"
)

func konaneOn(t *testing.T, variant string) (Game, Board) {
	t.Helper()
	g, err := FindGame("konane")
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board(variant, "start")
	if err != nil {
		t.Fatal(err)
	}
	return g, b
}

// Boards without weights of their own are played with those of the nearest size,
// but never with tables for other boards, even of as many cells.
func TestFrozenWeightsFitTheBoard(t *testing.T) {
	for variant, of := range map[string]string{"": "", "18x18": "", "16x16": "", "8x8": "8x8", "6x6": "8x8", "4x4": "8x8", "12x12": "8x8", "4x16": "8x8"} {
		t.Run("konane "+variant, func(t *testing.T) {
			g, b := konaneOn(t, variant)
			slot := frozen.Evolved
			if variant == "8x8" || variant == "18x18" || variant == "" {
				slot = frozen.Frozen
			}
			want, err := slot.Weights("konane", of)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Evaluation(Spec{Name: "frozen"})
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("a position has the weights of %q, %v", got.Source, err)
			}
			if got, err = g.Embedded(frozen.Frozen, variant); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("the variant has the weights of %q, %v", got.Source, err)
			}
		})
	}
}

// One agent plays on each board with the weights for it.
func TestAgentsPlayWithTheWeightsForTheBoard(t *testing.T) {
	g, _ := konaneOn(t, "")
	spec := Spec{Name: "frozen"}.With("depth", "2")
	usual := agentOf(t, g, spec)
	for _, variant := range []string{"8x8", "18x18", "8x8"} {
		_, b := konaneOn(t, variant)
		for range 2 {
			b.Play(b.Moves(nil)[0])
		}
		w, err := g.Embedded(frozen.Frozen, variant)
		if err != nil {
			t.Fatal(err)
		}
		own := agentOf(t, g, Spec{Name: "frozen", Weights: w}.With("depth", "2"))
		if got, want := searched(t, usual, b), searched(t, own, b); got != want {
			t.Errorf("%s: score %v, with its weights %v", variant, got, want)
		}
	}
}

func agentOf(t *testing.T, g Game, spec Spec) Agent {
	t.Helper()
	a, err := g.Agent(spec, Env{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// Weights are frozen where their board's are looked for.
func TestFrozenFile(t *testing.T) {
	for _, c := range []struct {
		slot                frozen.Slot
		game, variant, file string
	}{
		{frozen.Frozen, "konane", "", "konane.json"}, {frozen.Evolved, "konane", "18x18", "evolved/konane.json"},
		{frozen.Frozen, "konane", "8x8", "konane-8x8.json"}, {frozen.Evolved, "konane", "8x8", "evolved/konane-8x8.json"},
		{frozen.Frozen, "littlego", "", "littlego.json"}, {frozen.Frozen, "littlego", "passes", "littlego.json"},
	} {
		t.Run(fmt.Sprint(c.slot, c.game, c.variant), func(t *testing.T) {
			g, err := FindGame(c.game)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.EmbeddedFile(c.slot, c.variant); got != c.file {
				t.Errorf("%s, want %s", got, c.file)
			}
		})
	}
}
