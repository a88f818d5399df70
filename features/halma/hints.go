package halma

import (
	"evolab/features"
	"evolab/game/halma"
)

// hints are what a search may know of Halma.
func hints() features.Hints[halma.State] {
	return features.Hints[halma.State]{
		Late: 3, Same: same, Without: features.LateMoves | features.Repetition,
	}
}

func same(s *halma.State) uint64 { return s.Hash() }
