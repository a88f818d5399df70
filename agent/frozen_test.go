package agent

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"evolab/agent/frozen"
	"evolab/features"
)

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
