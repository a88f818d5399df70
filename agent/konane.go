package agent

import (
	featkonane "evolab/features/konane"
	"evolab/game/konane"
)

func konaneParts() Parts[konane.State] {
	return Parts[konane.State]{
		Rules: konane.Rules(), Set: featkonane.Set(), Hand: featkonane.Hand(), Tactics: featkonane.Tactics(),
		MaxLead: 40, // of moves
	}
}
