package frozen

import (
	"evolab/features/checkers"
	"evolab/features/halma"
	"evolab/features/konane"
	"evolab/features/littlego"
	"evolab/features/pattern"
	"evolab/features/tictactoe"
)

// geometry is a game's board for patterns: features.Set.Geometry, which the sets
// of shipped code lack.
func geometry(game string) func(variant string) (pattern.Geometry, error) {
	switch game {
	case "checkers":
		return checkers.Geometry
	case "halma":
		return halma.Geometry
	case "konane":
		return konane.Geometry
	case "littlego":
		return littlego.Geometry
	case "tictactoe":
		return tictactoe.Geometry
	}
	return nil
}
