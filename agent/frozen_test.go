package agent

import (
	"os"
	"path/filepath"
	"testing"

	"evolab/agent/frozen"
)

// The frozen files say what they are, and are written as evolve freeze writes
// them.
func TestFrozenFilesSayWhatTheyAre(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		for _, variant := range frozen.Variants(info.Name) {
			name := frozen.File(info.Name, variant)
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
