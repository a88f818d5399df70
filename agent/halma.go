package agent

import (
	feathalma "evolab/features/halma"
	"evolab/game/halma"
)

func halmaParts() Parts[halma.State] {
	return Parts[halma.State]{
		Rules: halma.Rules(), Set: feathalma.Set(), Hand: feathalma.Hand(), Tactics: feathalma.Tactics(),
		// The assignment has no draws; without these a game may never end.
		Draws: Draws[halma.State]{Repetition: 3, PlyCap: halma.PlyLimit},
	}
}
