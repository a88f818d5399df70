package tournament

import "evolab/game"

// competition is the courses' format: in each round the remaining players are
// paired by lot; whoever scores less than half is out, and at exactly half both
// stay. With an odd number, one advances without a game.
type competition struct {
	players, games, rounds int
	seed                   uint64
}

func (c *competition) Round(b *Book) []Tie {
	in := c.in(b)
	if len(in) < 2 || b.Rounds() >= c.rounds {
		return nil
	}
	const lots = 0x10F5 // apart from what else the seed decides
	r := game.NewRand(game.Mix(c.seed, lots, uint64(b.Rounds())))
	for i := len(in) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		in[i], in[j] = in[j], in[i]
	}
	var ties []Tie
	for i := 0; i+1 < len(in); i += 2 {
		ties = append(ties, Tie{in[i], in[i+1], c.games})
	}
	return ties
}

// in lists those who are not out.
func (c *competition) in(b *Book) []int {
	var list []int
	for p, round := range c.out(b) {
		if round == 0 {
			list = append(list, p)
		}
	}
	return list
}

// out is, by player, the round that eliminated it, 0 for none.
func (c *competition) out(b *Book) []int {
	out := make([]int, c.players)
	for i, round := range b.rounds {
		for _, m := range round {
			switch lead := m.Lead(); {
			case lead > 0:
				out[m.B] = i + 1
			case lead < 0:
				out[m.A] = i + 1
			}
		}
	}
	return out
}

func (c *competition) Places(b *Book) []int { return placesOf(c.out(b)) }

func (c *competition) Final(b *Book) bool { return len(c.in(b)) == 1 }
