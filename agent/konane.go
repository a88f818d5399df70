package agent

import (
	"fmt"
	"strings"

	featkonane "evolab/features/konane"
	"evolab/game/konane"
	"evolab/search"
	searchkonane "evolab/search/konane"
)

func konaneParts() Parts[konane.State] {
	colours := map[string]string{"b": "X", "w": "O"}
	return Parts[konane.State]{
		Look: search.Limits{Nodes: 10_000},
		Layout: Layout{
			Form: "row,column to remove a stone, from and to for a jump, as 2,3 2,5 or d3 f3", Short: "2,3 to remove, 2,3 2,5 to jump", Pairs: true, Down: true,
			Own: colours, Why: "a jump is over enemy stones, in a line",
			Note:    "the first stone removed is of the colour that player 1 plays",
			Removes: func(move string) bool { return !strings.Contains(move, "]:") }, // how a game opens
			Standing: func(info *Info, b Board, n, captured [2]int) string {
				mover := info.Sides[b.Turn()]
				if colour := colours[strings.Fields(b.Position())[1]]; colour != "" {
					mover += " (" + colour + ")"
				}
				return fmt.Sprintf("X %d, O %d; player 1 took %d, player 2 took %d; %s has %d moves", n[0], n[1], captured[0], captured[1], mover, len(b.Moves(nil)))
			},
			Signs: map[string]string{"X": "black", "O": "white"}, Moves: "[row:column]",
		},
		Rules: konane.Rules(), Set: featkonane.Set(), Geometry: featkonane.Geometry, Hand: featkonane.Hand(), Tactics: featkonane.Tactics(),
		Client:  func() speaker[konane.State] { return new(artemisClient) },
		MaxLead: 40, // of moves
		Ends:    []End{{16, .63}, {36, .72}, {64, .77}, {144, .8}, {324, .8}},
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
