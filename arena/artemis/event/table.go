package event

import (
	"slices"

	"evolab/arena"
	"evolab/arena/tournament"
)

// Table sums up the games so far, without those for which nobody came.
func (e *Event) Table() *tournament.Table {
	sum := tournament.Summary{
		Name: "konane", Format: "round robin and final", Sides: [2]string{"player 1", "player 2"}, Places: e.Places(), Timed: true,
		Rounds: make([][]tournament.Met, e.games[len(e.games)-1].Round),
	}
	for _, user := range e.plan.Users {
		sum.Players = append(sum.Players, Name(user))
	}
	for _, g := range e.games {
		line, ok := e.lines[g.Number]
		if !ok || line.Winner == arena.DrawName {
			continue
		}
		tie := tournament.Tie{A: slices.Index(e.plan.Users, g.First), B: slices.Index(e.plan.Users, g.Second), Games: 1}
		sum.Rounds[g.Round-1] = append(sum.Rounds[g.Round-1], tournament.Alone(tie, &line))
	}
	table := sum.Table()
	if e.Done() {
		table.Crown()
	}
	return table
}
