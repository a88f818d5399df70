package tournament

import (
	"math/bits"
	"slices"
)

// knockOut is a bracket: in each stage the first remaining player of the list
// meets the last, the second the last but one, and so on; byes in the first stage
// leave a power of two. An even encounter is replayed pair by pair, up to a number
// of pairs.
type knockOut struct{ players, games, final, tieBreaks int }

func (k *knockOut) Round(b *Book) []Tie {
	s := k.stand(b)
	if len(s.open) > 0 {
		return s.open
	}
	if len(s.in) < 2 {
		return nil
	}
	return k.bracket(s.in)
}

// bracket pairs those who are in, who stand in the order of the list.
func (k *knockOut) bracket(in []int) []Tie {
	full := 1 << bits.Len(uint(len(in)-1)) // the next power of two
	games := k.games
	if len(in) == 2 && k.final > 0 {
		games = k.final
	}
	var ties []Tie
	for i, j := full-len(in), len(in)-1; i < j; i, j = i+1, j-1 {
		ties = append(ties, Tie{in[i], in[j], games})
	}
	return ties
}

// standing is the state of a knock-out.
type standing struct {
	in   []int // not yet out, in the order of the list
	open []Tie // games that still have to decide an encounter
	out  []int // by player: the stage that eliminated it, 0 for none
}

// stand follows the rounds: a stage is a bracket and the replays of its even
// encounters.
func (k *knockOut) stand(b *Book) standing {
	s := standing{out: make([]int, k.players)}
	for i := range k.players {
		s.in = append(s.in, i)
	}
	round := 0
	for stage := 1; round < b.Rounds() && len(s.in) > 1; stage++ {
		scores := map[Tie]int{}
		undecided := k.bracket(s.in)
		for replays := 0; len(undecided) > 0 && round < b.Rounds(); replays++ {
			undecided = k.settle(b.rounds[round], undecided, scores, replays, stage, &s)
			round++
		}
		for _, t := range undecided {
			s.open = append(s.open, Tie{t.A, t.B, 2})
		}
	}
	return s
}

// settle adds a round to the encounters of a stage, eliminates the losers, and
// returns the encounters that are still even.
func (k *knockOut) settle(played []Met, ties []Tie, scores map[Tie]int, replays, stage int, s *standing) []Tie {
	var even []Tie
	for i, t := range ties {
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
func (k *knockOut) Places(b *Book) []int { return placesOf(k.stand(b).out) }

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
