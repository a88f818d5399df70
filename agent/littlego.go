package agent

import (
	"time"

	"evolab/agent/frozen/books"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search"
	"evolab/search/decide"
	searchlg "evolab/search/littlego"
)

func littlegoParts() Parts[littlego.State] {
	return Parts[littlego.State]{
		Look:  search.Limits{Nodes: 5000},
		Rules: littlego.Rules(), Set: featlg.Set(), Hand: featlg.Hand(), Tactics: featlg.Tactics(), Files: littlegoFiles(),
		Knows:  littlegoEndgame,
		Solve:  searchlg.Solve,
		Speeds: Speeds{Rules: []RulePace{{Perft: 6, Reference: 2.5e9}, {}}, Search: []SearchPace{{Reference: 5e6}}},
	}
}

func littlegoEndgame(book bool, clock func() time.Duration) decide.Knower[littlego.State] {
	if !book {
		return searchlg.NewEndgame(searchlg.Book{}, clock)
	}
	return searchlg.NewEndgame(books.Littlego(), clock)
}
