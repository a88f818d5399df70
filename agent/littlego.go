package agent

import (
	"fmt"
	"time"

	"evolab/agent/frozen/books"
	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/host/compile"
	protocol "evolab/protocol/littlego"
	"evolab/search"
	"evolab/search/decide"
	searchlg "evolab/search/littlego"
)

func littlegoParts() Parts[littlego.State] {
	return Parts[littlego.State]{
		Look: search.Limits{Nodes: 5000},
		Layout: Layout{
			Form: "row,column with both in 0..4, as 2,3 or c3, or PASS", Short: "row,column, as 2,3 or c3, or PASS", Pairs: true,
			Why: "ko, or no liberty", Pieces: [2]string{"X", "O"},
			Standing: func(info *Info, b Board, n, captured [2]int) string {
				return fmt.Sprintf("score: black %d, white %d + 2.5; %s; %d plies left", n[0], n[1], takenBy(info, captured), b.PliesLeft())
			},
			Signs: map[string]string{"X": "black", "O": "white"}, Moves: "row,column",
		},
		Rules: littlego.Rules(), Set: featlg.Set(), Geometry: featlg.Geometry, Hand: featlg.Hand(), Tactics: featlg.Tactics(),
		Names: compile.Names{
			Sources: []string{"my_player3.py", "my_player11.cpp", "my_player.java"},
			Helpers: []string{".json", ".txt"}, Book: "littlego-book.txt",
		},
		Files: Files[littlego.State]{
			Input: func(s *littlego.State, _ Clock) []byte {
				return protocol.AppendInput(nil, protocol.InputOf(s))
			},
			Answer: func(_ *littlego.State, output []byte) (game.Move, error) {
				m, err := protocol.ParseOutput(output)
				return m, offBoard(err, protocol.ErrOffBoard)
			},
		},
		Engine: func() speaker[littlego.State] { return new(gtpEngine) },
		Knows:  littlegoEndgame,
		Solve:  searchlg.Solve,
		Speeds: Speeds{Rules: []RulePace{{Perft: 6, Reference: 2.5e9}, {}}, Search: []SearchPace{{Reference: 5e6}}},
	}
}

func littlegoEndgame(book bool, rand game.Rand, clock func() time.Duration) decide.Knower[littlego.State] {
	if !book {
		return searchlg.NewEndgame(searchlg.Book{}, clock)
	}
	return searchlg.NewEndgame(books.Littlego().Drawing(rand), clock)
}
