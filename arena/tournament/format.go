package tournament

import (
	"cmp"
	"hash/fnv"
	"math/bits"
	"slices"

	"evolab/arena"
	"evolab/game"
)

// format says who meets whom. Its rounds follow only from the results, so that an
// interrupted tournament continues with the same ones.
type format interface {
	// Round returns the encounters of the round after those of the book; none
	// when the tournament is over.
	Round(b *Book) []Pairing
	// Places ranks the players by how far they came: smaller is better, and their
	// games decide between equal numbers.
	Places(b *Book) []int
	// Final reports whether the last encounter of a finished tournament was a final,
	// whose winner is the champion.
	Final(b *Book) bool
}

// Pairing is an encounter of two players, by their numbers in the list.
type Pairing struct {
	A, B  int
	Games int // even
}

// Format is a row of the table of formats.
type Format struct {
	Name, Doc string
	make      func(c *Config) format
}

// Formats lists the formats; the tag of Config.Format names them too.
func Formats() []Format {
	return []Format{
		{"round-robin", "everybody meets everybody", func(c *Config) format { return &roundRobin{len(c.Agents), c.Games, c.FinalGames} }},
		{"gauntlet", "the first agents meet all others", func(c *Config) format {
			return &gauntlet{len(c.Agents), c.Gauntlet.Challengers, c.Games}
		}},
		{"knock-out", "the loser of an encounter is out", func(c *Config) format {
			return &knockOut{len(c.Agents), c.Games, c.FinalGames, c.KnockOut.TieBreaks}
		}},
		{"competition", "an agent that loses more than half of an encounter is out", func(c *Config) format {
			return &competition{len(c.Agents), c.Games, c.Competition.Rounds, c.Seed}
		}},
		{"ladder", "everybody meets everybody or, among many, those whom either draws by lot", func(c *Config) format {
			return &ladder{c.Names(), c.Games, c.Ladder.Opponents, c.Seed}
		}},
	}
}

func (c *Config) format() format {
	for _, f := range Formats() {
		if f.Name == c.Format {
			return f.make(c)
		}
	}
	panic("tournament: no format " + c.Format)
}

// Book holds the results of complete rounds.
type Book struct {
	players int
	rounds  [][]Encounter
}

// Encounter is two players who have met, with their result.
type Encounter struct {
	Pairing
	arena.Result // from A's view
}

// Lead is by how many half points A is ahead.
func (m *Encounter) Lead() int { return 2 * (m.Total().Wins - m.Total().Losses) }

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
func (b *Book) byScore(round []Encounter) []int {
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
func (b *Book) pairs(t Pairing) int {
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

// roundRobin is one round in which everybody meets everybody, followed by a final
// of the first two if there is one. Their earlier games count in the final, as in
// Konane's course: after a round robin with single games, two more make a best of
// three.
type roundRobin struct{ players, games, final int }

func (r *roundRobin) Round(b *Book) []Pairing {
	switch {
	case b.Rounds() == 0:
		var pairings []Pairing
		for i := range r.players {
			for j := i + 1; j < r.players; j++ {
				pairings = append(pairings, Pairing{i, j, r.games})
			}
		}
		return pairings
	case b.Rounds() == 1 && r.final > 0:
		first := b.byScore(b.rounds[0])
		return []Pairing{{first[0], first[1], r.final}}
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

// gauntlet is one round in which the first agents meet all others, but not each
// other.
type gauntlet struct{ players, challengers, games int }

func (g *gauntlet) Round(b *Book) []Pairing {
	if b.Rounds() > 0 {
		return nil
	}
	var pairings []Pairing
	for i := range g.challengers {
		for j := g.challengers; j < g.players; j++ {
			pairings = append(pairings, Pairing{i, j, g.games})
		}
	}
	return pairings
}

// Places leaves the order to the ratings: players have met different opponents.
func (g *gauntlet) Places(*Book) []int { return make([]int, g.players) }

func (g *gauntlet) Final(*Book) bool { return false }

// knockOut is a bracket: in each stage the first remaining player of the list
// meets the last, the second the last but one, and so on; byes in the first stage
// leave a power of two. An even encounter is replayed pair by pair, up to a number
// of pairs.
type knockOut struct{ players, games, final, tieBreaks int }

func (k *knockOut) Round(b *Book) []Pairing {
	s := k.standing(b)
	if len(s.open) > 0 {
		return s.open
	}
	if len(s.in) < 2 {
		return nil
	}
	return k.bracket(s.in)
}

// bracket pairs those who are in, who stand in the order of the list.
func (k *knockOut) bracket(in []int) []Pairing {
	full := 1 << bits.Len(uint(len(in)-1)) // the next power of two
	games := k.games
	if len(in) == 2 && k.final > 0 {
		games = k.final
	}
	var pairings []Pairing
	for i, j := full-len(in), len(in)-1; i < j; i, j = i+1, j-1 {
		pairings = append(pairings, Pairing{in[i], in[j], games})
	}
	return pairings
}

// standing is the state of a knock-out.
type standing struct {
	in   []int     // not yet out, in the order of the list
	open []Pairing // games that still have to decide an encounter
	out  []int     // by player: the stage that eliminated it, 0 for none
}

// standing follows the rounds: a stage is a bracket and the replays of its even
// encounters.
func (k *knockOut) standing(b *Book) standing {
	s := standing{out: make([]int, k.players)}
	for i := range k.players {
		s.in = append(s.in, i)
	}
	round := 0
	for stage := 1; round < b.Rounds() && len(s.in) > 1; stage++ {
		scores := map[Pairing]int{}
		undecided := k.bracket(s.in)
		for replays := 0; len(undecided) > 0 && round < b.Rounds(); replays++ {
			undecided = k.settle(b.rounds[round], undecided, scores, replays, stage, &s)
			round++
		}
		for _, t := range undecided {
			s.open = append(s.open, Pairing{t.A, t.B, 2})
		}
	}
	return s
}

// settle adds a round to the encounters of a stage, eliminates the losers, and
// returns the encounters that are still even.
func (k *knockOut) settle(played []Encounter, pairings []Pairing, scores map[Pairing]int, replays, stage int, s *standing) []Pairing {
	var even []Pairing
	for i, t := range pairings {
		scores[t] += played[i].Lead()
		if scores[t] == 0 && replays < k.tieBreaks {
			even = append(even, t)
			continue
		}
		loser := t.B // also of an encounter that stayed even
		if scores[t] < 0 {
			loser = t.A
		}
		s.out[loser] = stage
		s.in = slices.DeleteFunc(s.in, func(p int) bool { return p == loser })
	}
	return even
}

// Places go by the stage: staying in longer is better.
func (k *knockOut) Places(b *Book) []int { return placesOf(k.standing(b).out) }

// placesOf turns the stage or round that eliminated each player, 0 for none, into
// places.
func placesOf(out []int) []int {
	places := make([]int, len(out))
	last := slices.Max(out)
	for i, stage := range out {
		if stage > 0 {
			places[i] = last - stage + 1
		}
	}
	return places
}

func (k *knockOut) Final(*Book) bool { return true }

// competition is the courses' format: in each round the remaining players are
// paired by lot; whoever scores less than half is out, and at exactly half both
// stay. With an odd number, one advances without a game.
type competition struct {
	players, games, rounds int
	seed                   uint64
}

func (c *competition) Round(b *Book) []Pairing {
	in := c.remaining(b)
	if len(in) < 2 || b.Rounds() >= c.rounds {
		return nil
	}
	const lots = 0x10F5 // apart from what else the seed decides
	r := game.NewRand(game.Mix(c.seed, lots, uint64(b.Rounds())))
	for i := len(in) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		in[i], in[j] = in[j], in[i]
	}
	var pairings []Pairing
	for i := 0; i+1 < len(in); i += 2 {
		pairings = append(pairings, Pairing{in[i], in[i+1], c.games})
	}
	return pairings
}

// remaining lists those who are not out.
func (c *competition) remaining(b *Book) []int {
	var list []int
	for p, round := range c.eliminated(b) {
		if round == 0 {
			list = append(list, p)
		}
	}
	return list
}

// eliminated is, by player, the round that eliminated it, 0 for none.
func (c *competition) eliminated(b *Book) []int {
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

func (c *competition) Places(b *Book) []int { return placesOf(c.eliminated(b)) }

func (c *competition) Final(b *Book) bool { return len(c.remaining(b)) == 1 }

// ladder is one round in which everybody meets everybody or, where that is more games,
// those whom either has drawn by lot. A lot follows from the seed and the two names
// alone: when a player comes or leaves, others meet as before, but for those who draw
// the new one, or another instead of the one who left.
type ladder struct {
	names            []string
	games, opponents int
	seed             uint64
}

func (l *ladder) Round(b *Book) []Pairing {
	if b.Rounds() > 0 {
		return nil
	}
	n := len(l.names)
	everybody := 2*l.opponents >= n-1
	drawn := make([]bool, n*n)
	for i := range n {
		if everybody {
			break
		}
		for _, j := range l.draw(i) {
			drawn[min(i, j)*n+max(i, j)] = true
		}
	}
	var pairings []Pairing
	for i := range n {
		for j := i + 1; j < n; j++ {
			if everybody || drawn[i*n+j] {
				pairings = append(pairings, Pairing{i, j, l.games})
			}
		}
	}
	return pairings
}

func (l *ladder) draw(player int) []int {
	const lots = 0x1ADD // apart from what else the seed decides
	others, lot := make([]int, 0, len(l.names)), make([]uint64, len(l.names))
	for i, name := range l.names {
		if i != player {
			others, lot[i] = append(others, i), game.Mix(l.seed, lots, nameHash(l.names[player]), nameHash(name))
		}
	}
	slices.SortFunc(others, func(a, b int) int { return cmp.Or(cmp.Compare(lot[a], lot[b]), a-b) })
	return others[:l.opponents]
}

// nameHash is a player for the seeds of a ladder.
func nameHash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// Places leaves the order to the ratings: players have met different opponents.
func (l *ladder) Places(*Book) []int { return make([]int, len(l.names)) }

func (l *ladder) Final(*Book) bool { return false }
