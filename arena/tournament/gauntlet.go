package tournament

// gauntlet is one round in which the first agents meet all others, but not each
// other.
type gauntlet struct{ players, challengers, games int }

func (g *gauntlet) Round(b *Book) []Tie {
	if b.Rounds() > 0 {
		return nil
	}
	var ties []Tie
	for i := range g.challengers {
		for j := g.challengers; j < g.players; j++ {
			ties = append(ties, Tie{i, j, g.games})
		}
	}
	return ties
}

// Places leaves the order to the ratings: players have met different opponents.
func (g *gauntlet) Places(*Book) []int { return make([]int, g.players) }

func (g *gauntlet) Final(*Book) bool { return false }
