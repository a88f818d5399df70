package agent

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent/board"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/host/compile"
	protocol "evolab/protocol/halma"
	"evolab/search"
	"evolab/search/decide"
	searchhalma "evolab/search/halma"
)

func halmaParts() Parts[halma.State] {
	return Parts[halma.State]{
		Look: search.Limits{Nodes: 3000}, // about two plies, and races are planned
		Layout: board.Layout{
			Form: "from and to as x,y, as 3,0 5,0, or as d16 f16", Short: "x,y x,y, as 3,0 5,0", Pairs: true, Across: true,
			Own: map[string]string{"b": "B", "w": "W"}, Why: "a piece in its camp may have to move first",
			Pieces: [2]string{"B", "W"}, Note: "colons are empty squares of the camps",
			Ground: halmaGround(),
			Standing: func(b board.Position, _, _ [2]int) string {
				return fmt.Sprintf("in the other camp: black %d, white %d of %d", arrived(b, game.First), arrived(b, game.Second), halma.Pieces)
			},
			Signs: map[string]string{"B": "black", "W": "white"}, Moves: "column,row",
		},
		Ends:  []End{{0, .97}},
		Rules: halma.Rules(), Set: feathalma.Set(), Geometry: feathalma.Geometry, Hand: feathalma.Hand(), Tactics: feathalma.Tactics(), Files: halmaFiles(),
		Knows: func(_ bool, _ game.Rand, clock func() time.Duration) decide.Knower[halma.State] {
			return searchhalma.NewRace(clock)
		},
		MaxLead: 400, // of about 420 that each side has to go
		Names: compile.Names{
			Sources: []string{"homework3.py", "homework.py", "homework11.cpp", "homework.java", "homework.cpp", "homework2.py"},
			Helpers: []string{".txt"}, Second: "calibrate",
		},
		Speeds: Speeds{
			Rules:  []RulePace{{Perft: 3}, {Moves: true}, {Variant: "original", Moves: true}},
			Search: []SearchPace{{Reference: 1.5e6}},
		},
		// The assignment has no draws; without these a game might never end.
		Draws: Draws[halma.State]{Repetition: 3, PlyCap: halma.PlyLimit},
	}
}

func halmaGround() []string {
	black, white, rows := halma.Camp(game.First), halma.Camp(game.Second), make([]string, halma.Size)
	for q := range halma.Size * halma.Size {
		mark := "."
		switch {
		case black.Has(q):
			mark = "b"
		case white.Has(q):
			mark = "w"
		}
		rows[q/halma.Size] += mark
	}
	return rows
}

// arrived counts a side's pieces in the camp that it has to fill.
func arrived(b board.Position, side game.Side) int {
	rows, _, _ := strings.Cut(b.Position(), " ")
	n, goal := 0, halma.Goal(side)
	for row, text := range strings.Split(rows, "/") {
		for col := range len(text) {
			if text[col] == "BW"[side] && goal.Has(halma.Size*row+col) {
				n++
			}
		}
	}
	return n
}

func halmaFiles() Files[halma.State] {
	return Files[halma.State]{
		Read: func(input []byte) (halma.State, error) {
			in, err := protocol.ParseInput(input)
			if err != nil {
				return halma.State{}, err
			}
			return in.State(halma.Addendum)
		},
		Input: func(s *halma.State, c Clock) []byte {
			single, left := statedTime(c)
			in := protocol.InputOf(s, single, left)
			return protocol.AppendInput(nil, &in)
		},
		Answer:   protocol.ParseOutput,
		OffBoard: protocol.ErrIllegal,
		Tidy:     protocol.Tidy,
	}
}
