package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// hints are what a search may know of Konane. Every jump takes a stone, so that
// no position comes up twice.
func hints() features.Hints[konane.State] {
	return features.Hints[konane.State]{Late: 3}
}
