package tournament

import "evolab/game"

// competition is the courses': in each round those who are in are paired by
// lot; of each two, who loses more than half is out, and at exactly half both
// go on. Who is left over by an odd number goes on without a game.
type competition struct {
	players, games, rounds int
	seed                   uint64
}

// lotSeed keeps the lots apart from what else the seed decides.
const lotSeed = 0x10F5

func (c *competition) Round(b *Book) []Tie {
	in := c.in(b)
	if len(in) < 2 || b.Rounds() >= c.rounds {
		return nil
	}
	r := game.NewRand(game.Mix(c.seed, lotSeed, uint64(b.Rounds())))
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

// out is, by player, the round that threw it out, 0 for none.
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
