package agent

import (
	featkonane "evolab/features/konane"
	"evolab/game/konane"
	"evolab/search"
	searchkonane "evolab/search/konane"
)

func konaneParts() Parts[konane.State] {
	return Parts[konane.State]{
		Look:  search.Limits{Nodes: 10_000},
		Rules: konane.Rules(), Set: featkonane.Set(), Hand: featkonane.Hand(), Tactics: featkonane.Tactics(),
		MaxLead: 40, // of moves
		Cells:   func(s *konane.State) int { return s.Rows() * s.Cols() },
		Solve:   searchkonane.Solve,
		Speeds: Speeds{
			Rules: []RulePace{
				{Variant: "8x8", Perft: 6}, {Variant: "8x8"}, {Variant: "18x18", Perft: 6}, {Variant: "18x18"},
			},
			Search: []SearchPace{{Variant: "8x8", Reference: 12e6}, {Variant: "18x18", Reference: 6e6}},
		},
	}
}
