package agent

import (
	featkonane "evolab/features/konane"
	"evolab/game/konane"
	"evolab/search"
)

func konaneParts() Parts[konane.State] {
	return Parts[konane.State]{
		Look:  search.Limits{Nodes: 10_000},
		Rules: konane.Rules(), Set: featkonane.Set(), Hand: featkonane.Hand(), Tactics: featkonane.Tactics(),
		MaxLead: 40, // of moves
		Cells:   func(s *konane.State) int { return s.Rows() * s.Cols() },
	}
}
