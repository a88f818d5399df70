package littlego

import (
	"evolab/features"
	"evolab/game/littlego"
)

// hints are what a search may know of Little-Go. The ply is part of a position,
// so that none comes up twice.
func hints() features.Hints[littlego.State] {
	return features.Hints[littlego.State]{Late: 3, Without: features.LateMoves}
}
