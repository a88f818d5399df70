package agent

import (
	"time"

	featlg "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search"
	searchlg "evolab/search/littlego"
)

func littlegoParts() Parts[littlego.State] {
	return Parts[littlego.State]{
		Look:  search.Limits{Nodes: 5000},
		Rules: littlego.Rules(), Set: featlg.Set(), Hand: featlg.Hand(), Tactics: featlg.Tactics(), Files: littlegoFiles(),
		Endgame: func(clock func() time.Duration) Endgame[littlego.State] { return searchlg.NewEndgame(clock) },
		Solve:   searchlg.Solve,
	}
}
