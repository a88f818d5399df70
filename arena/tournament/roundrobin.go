package tournament

// roundRobin is one round in which everybody meets everybody, followed by a final
// of the first two if there is one. Their earlier games count in the final, as in
// Konane's course: after a round robin with single games, two more make a best of
// three.
type roundRobin struct{ players, games, final int }

func (r *roundRobin) Round(b *Book) []Tie {
	switch {
	case b.Rounds() == 0:
		var ties []Tie
		for i := range r.players {
			for j := i + 1; j < r.players; j++ {
				ties = append(ties, Tie{i, j, r.games})
			}
		}
		return ties
	case b.Rounds() == 1 && r.final > 0:
		first := b.byScore(b.rounds[0])
		return []Tie{{first[0], first[1], r.final}}
	}
	return nil
}

// Places are those of the finalists; the round robin decides an even final.
func (r *roundRobin) Places(b *Book) []int {
	places := make([]int, r.players)
	if b.Rounds() < 2 || r.final == 0 {
		return places
	}
	last := b.rounds[1][0]
	for i := range places {
		places[i] = 3
	}
	winner, loser := last.A, last.B
	if b.between(last.A, last.B) < 0 {
		winner, loser = loser, winner
	}
	places[winner], places[loser] = 1, 2
	return places
}

func (r *roundRobin) Final(*Book) bool { return r.final > 0 }
