package proof

import (
	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// A count of answers that are not refuted says little about moves that threaten
// something: there is one good answer and everybody finds it, or White has thrown a
// stone away. At ply 8 White lost games by such replies. So there only those replies
// count that a search finds nearly as good as the best one, and they are compared by
// how likely the opponent goes wrong.

// candidate is a reply.
type candidate struct {
	move  game.Move
	next  rules.State
	score int // by a search, from the side that replies
}

// weigh are the best replies of a position, all that are equally good. Where one
// is found to win there are none: a player that has the time to prove wins needs
// no book, and the others do better by their own search.
func (r *replier) weigh(s *rules.State, e effort) ([]littlego.Record, error) {
	list, err := r.candidates(s, e)
	if err != nil || r.won(s, list, e) {
		return nil, err
	}
	var records []littlego.Record
	best := -1
	for _, c := range nearly(list, e.margin) {
		hope, err := r.hope(&c.next, e)
		if err != nil {
			return nil, err
		}
		if hope > best {
			best, records = hope, records[:0]
		}
		if hope == best {
			records = append(records, littlego.Replied(s, c.move))
		}
	}
	return records, r.prover.err
}

// candidates are the most plausible replies with their scores; of symmetric ones
// the first.
func (r *replier) candidates(s *rules.State, e effort) (list []candidate, err error) {
	met := map[littlego.Key]bool{}
	littlego.Plausible(s, func(m game.Move, _ float64) {
		key := after(s, m)
		if m == rules.Pass || met[key] || len(list) == e.replies || err != nil {
			return
		}
		met[key] = true
		c := candidate{move: m}
		s.Play(m, &c.next)
		c.score, err = r.options.Score(&c.next)
		c.score = -c.score
		list = append(list, c)
	})
	return list, err
}

// nearly are the replies that are worse than the best one by margin at most.
func nearly(list []candidate, margin int) (good []candidate) {
	for _, c := range list {
		worse := false
		for _, other := range list {
			worse = worse || other.score-c.score > margin
		}
		if !worse {
			good = append(good, c)
		}
	}
	return good
}

// won reports whether all answers to one of the replies are refuted.
func (r *replier) won(s *rules.State, list []candidate, e effort) bool {
	r.prover.renew(r.book)
	for _, c := range list {
		if t := r.prover.try(s, c.move, 0, e); t.winning == 0 && t.whole {
			return true
		}
	}
	return false
}

// hope is how likely the opponent's answer in a position is refuted, in tenths:
// so coarse that replies may be equally good.
func (r *replier) hope(s *rules.State, e effort) (int, error) {
	refuted := 0.0
	err := r.shares(s, func(m game.Move, share float64) {
		if r.prover.refutes(s, m, e.nodes) {
			refuted += share
		}
	})
	return int(10*refuted + .5), err
}
