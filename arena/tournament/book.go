package tournament

import (
	"cmp"
	"slices"

	"evolab/arena"
)

// Book holds the results of complete rounds.
type Book struct {
	players int
	rounds  [][]Met
}

// Met is an encounter with its result.
type Met struct {
	Tie
	arena.Result // from A's view
}

// Lead is by how many half points A is ahead.
func (m *Met) Lead() int { return 2 * (m.Total().Wins - m.Total().Losses) }

// Rounds is the number of complete rounds.
func (b *Book) Rounds() int { return len(b.rounds) }

// between is by how many half points player a is ahead of player c in all
// games they have played against each other.
func (b *Book) between(a, c int) int {
	lead := 0
	for _, round := range b.rounds {
		for _, m := range round {
			switch {
			case m.A == a && m.B == c:
				lead += m.Lead()
			case m.A == c && m.B == a:
				lead -= m.Lead()
			}
		}
	}
	return lead
}

// byScore lists the players by the points of a round, then by their numbers.
func (b *Book) byScore(round []Met) []int {
	points, order := make([]int, b.players), make([]int, b.players)
	for i := range order {
		order[i] = i
	}
	for _, m := range round {
		total := m.Total()
		points[m.A] += 2*total.Wins + total.Draws
		points[m.B] += 2*total.Losses + total.Draws
	}
	slices.SortStableFunc(order, func(a, c int) int { return cmp.Compare(points[c], points[a]) })
	return order
}

// pairs is how many pairs two players have played.
func (b *Book) pairs(t Tie) int {
	n := 0
	for _, round := range b.rounds {
		for _, m := range round {
			if m.A == t.A && m.B == t.B || m.A == t.B && m.B == t.A {
				n += m.Games / 2
			}
		}
	}
	return n
}
