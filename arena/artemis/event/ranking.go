package event

import (
	"cmp"
	"slices"

	"evolab/arena"
	"evolab/arena/tournament"
)

// ranking sorts the users by the games of the round robin: by wins; then by wins
// against others with as many; then by the wins of those they beat; then in the
// event's order.
func (e *Event) ranking() []int {
	wins, among, strength := map[int]int{}, map[int]int{}, map[int]int{}
	var won [][2]int // the winners and losers of the round robin
	for _, g := range e.games[:e.roundRobin] {
		if w := e.winner(g); w != 0 {
			won = append(won, [2]int{w, g.Opponent(w)})
		}
	}
	for _, w := range won {
		wins[w[0]]++
	}
	for _, w := range won {
		strength[w[0]] += wins[w[1]]
		if wins[w[0]] == wins[w[1]] {
			among[w[0]]++
		}
	}
	order := slices.Clone(e.plan.Users)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(wins[b], wins[a]), cmp.Compare(among[b], among[a]), cmp.Compare(strength[b], strength[a]))
	})
	return order
}

// winner returns who has won a game; 0 if nobody has, or it has not ended.
func (e *Event) winner(g Game) int {
	line, ok := e.lines[g.Number]
	switch {
	case !ok || line.Winner == arena.DrawName:
		return 0
	case line.Winner == line.First:
		return g.First
	}
	return g.Second
}

// Places are the users' places, 1 being the best, in the plan's order: the winner
// of the best of three, the other finalist, and then the order of the round robin,
// which also decides an even final.
func (e *Event) Places() []int {
	order := e.ranking()
	lead := 0
	for _, g := range e.games {
		if g.has(order[0]) && g.has(order[1]) {
			switch e.winner(g) {
			case order[0]:
				lead++
			case order[1]:
				lead--
			}
		}
	}
	if e.Done() && lead < 0 {
		order[0], order[1] = order[1], order[0]
	}
	places := make([]int, len(order))
	for i, user := range e.plan.Users {
		places[i] = slices.Index(order, user) + 1
	}
	return places
}

// Table sums up the games so far, without those for which nobody came.
func (e *Event) Table() *tournament.Table {
	sum := tournament.Summary{
		Name: "konane", Format: "round robin and final", Sides: [2]string{"player 1", "player 2"}, Places: e.Places(), Timed: true,
		Rounds: make([][]tournament.Encounter, e.games[len(e.games)-1].Round),
	}
	for _, user := range e.plan.Users {
		sum.Players = append(sum.Players, Name(user))
	}
	for _, g := range e.games {
		line, ok := e.lines[g.Number]
		if !ok || line.Winner == arena.DrawName {
			continue
		}
		pairing := tournament.Pairing{A: slices.Index(e.plan.Users, g.First), B: slices.Index(e.plan.Users, g.Second), Games: 1}
		sum.Rounds[g.Round-1] = append(sum.Rounds[g.Round-1], tournament.SingleGame(pairing, &line))
	}
	table := sum.Table()
	if e.Done() {
		table.SetChampion()
	}
	return table
}
