package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"evolab/agent/frozen"
	"evolab/features"
)

func TestReadWeights(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "line 1: it is empty",
		"hello":                    "line 1: it is not JSON",
		"{\n\"game\": \"li":        "line 2: it is cut off in the middle",
		"{\n\"game\": 3}":          `line 2: "game" is a number (expected: a text)`,
		`{"game": "x", "sd": 1}`:   `weights: unknown field "sd" (expected: a JSON object with game, features, weights)`,
		`{"game": "x"} {"more":1}`: "line 1: it is not JSON",
	} {
		if _, err := ReadWeights([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	w, err := ReadWeights([]byte(`{"game": "littlego", "features": ["eyes"], "weights": [2]}`))
	if err != nil || w.Game != "littlego" || w.Values[0] != 2 {
		t.Errorf("%+v, %v", w, err)
	}
}

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

// The frozen files say what they are, and are written as evolve freeze writes
// them.
func TestFrozenFilesSayWhatTheyAre(t *testing.T) {
	for _, slot := range []frozen.Slot{frozen.Frozen, frozen.Evolved} {
		for _, g := range Games() {
			info := g.Info()
			for _, variant := range slot.Variants(info.Name) {
				if !slot.Has(info.Name, variant) {
					continue
				}
				name := slot.File(info.Name, variant)
				data, err := os.ReadFile(filepath.Join("frozen", name))
				if err != nil {
					t.Fatal(err)
				}
				w, err := ReadWeights(data)
				if err != nil || w.Game != info.Name || w.Variant != info.Variant(variant) {
					t.Errorf("%s is of %s, variant %q, %v", name, w.Game, w.Variant, err)
				}
				if text, err := w.JSON(); err != nil || string(text) != string(data) {
					t.Errorf("%s is written otherwise: %v\n%.100s", name, err, text)
				}
			}
		}
	}
}

// Every game has weights in evolved, over named features alone, and frozen plays
// with them until better ones are frozen.
func TestSlots(t *testing.T) {
	for _, g := range Games() {
		name := g.Info().Name
		for _, variant := range frozen.Frozen.Variants(name) {
			best, err := g.Embedded(frozen.Frozen, variant)
			if err != nil {
				t.Fatal(err)
			}
			if frozen.Frozen.Has(name, variant) || !frozen.Evolved.Has(name, variant) {
				continue
			}
			evolved, err := g.Embedded(frozen.Evolved, variant)
			if err != nil || evolved.Patterns != nil || slices.Contains(evolved.Features, features.PatternsName) || !reflect.DeepEqual(evolved, best) {
				t.Errorf("%s %s: frozen has %q, evolved %q, %v", name, variant, best.Source, evolved.Source, err)
			}
		}
		if !frozen.Evolved.Has(name, "") {
			t.Errorf("%s has no evolved weights", name)
		}
	}
}
