package proof

import (
	"cmp"
	"slices"

	"evolab/features"
	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search"
	"evolab/search/littlego"
)

// effort is what the comparison of replies may cost at a ply.
type effort struct {
	replies int    // the most plausible ones are compared; symmetric ones count once
	answers int    // the opponent's most plausible answers are looked at
	nodes   uint64 // for the refutation of an answer
	// margin is by how much, in units of the evaluation, a search may rate a reply below
	// the best one where replies are weighed (weigh.go); 0: replies are compared only by
	// what is refuted.
	margin int
}

// efforts are those by the number of plies played: farther from the end a
// refutation takes longer, so fewer answers are looked at.
var efforts = [LastReply + 1]effort{
	1: {replies: 6, answers: 8, nodes: 30_000},
	3: {replies: 6, answers: 8, nodes: 30_000},
	5: {replies: 8, answers: 12, nodes: 60_000},
	7: {replies: 8, answers: rules.Points + 1, nodes: 100_000, margin: features.Unit / 4},
}

// trial is how much a reply asks of the opponent.
type trial struct {
	// winning is the number of the opponent's answers that were not refuted: they
	// win, or it takes more to find out that they don't.
	winning int
	// hope is how plausible the refuted ones are, in parts of hopes.
	hope int
	// whole says that all answers were looked at.
	whole bool
}

// compare is above 0 if t asks more than other.
func (t trial) compare(other trial) int {
	return cmp.Or(cmp.Compare(other.winning, t.winning), cmp.Compare(t.hope, other.hope))
}

// replies are the best of the plausible replies, all that are equally good. A
// reply whose every answer is refuted is recorded as a win. Where no answer to
// any of them was refuted they are equal: then only those that players choose
// are kept, if there are any.
func (p *Prover) replies(s *rules.State, book *littlego.Book, players []game.Move, e effort) ([]littlego.Record, error) {
	best, equal := p.compare(s, book, e)
	chosen := slices.DeleteFunc(slices.Clone(equal), func(m game.Move) bool {
		return !slices.ContainsFunc(players, func(other game.Move) bool { return after(s, m) == after(s, other) })
	})
	if best.hope == 0 && len(chosen) > 0 {
		equal = chosen
	}
	var records []littlego.Record
	for _, m := range equal {
		if best.winning == 0 && best.whole {
			records = append(records, littlego.Recorded(s, m))
		} else {
			records = append(records, littlego.Replied(s, m))
		}
	}
	return records, p.err
}

// after is the key of the position after a move.
func after(s *rules.State, m game.Move) littlego.Key {
	var next rules.State
	s.Play(m, &next)
	return littlego.KeyOf(&next)
}

// compare finds the best of the plausible replies.
func (p *Prover) compare(s *rules.State, book *littlego.Book, e effort) (best trial, equal []game.Move) {
	p.renew(book)
	best = trial{winning: rules.Points + 1}
	tried := map[littlego.Key]trial{}
	littlego.Plausible(s, func(m game.Move, _ float64) {
		key := after(s, m)
		t, known := tried[key]
		if m == rules.Pass || !known && len(tried) == e.replies {
			return
		}
		if !known {
			t = p.try(s, m, best.winning, e)
			tried[key] = t
		}
		if c := t.compare(best); c > 0 {
			best, equal = t, append(equal[:0], m)
		} else if c == 0 {
			equal = append(equal, m)
		}
	})
	return best, equal
}

// try looks at the opponent's answers to a reply until more of them stand than
// most, the number that the best reply so far leaves.
func (p *Prover) try(s *rules.State, reply game.Move, most int, e effort) trial {
	// hopes is so small that replies may be equally good.
	const hopes = 10
	var next rules.State
	s.Play(reply, &next)
	t, seen, refuted, looked := trial{whole: true}, 0, 0.0, 0.0
	littlego.Plausible(&next, func(m game.Move, part float64) {
		if t.winning > most || seen == e.answers {
			t.whole = false
			return
		}
		seen++
		looked += part
		if p.refutes(&next, m, e.nodes) {
			refuted += part
		} else {
			t.winning++
		}
	})
	t.hope = int(hopes*refuted/looked + .5)
	return t
}

// refutes reports whether a move is proven to lose.
func (p *Prover) refutes(s *rules.State, m game.Move, nodes uint64) bool {
	var next rules.State
	if s.Play(m, &next); next.Outcome().Over() {
		return next.Outcome().Result != game.Win(s.Turn())
	}
	if p.err != nil {
		return false
	}
	_, won, known := p.solver.Wins(&next, search.Limits{Nodes: nodes})
	return known && won
}

// renew forgets all but the book, so that what is found next does not depend on
// what was looked at before.
func (p *Prover) renew(book *littlego.Book) {
	nodes := p.solver.Nodes
	p.newSolver()
	p.solver.Nodes = nodes
	for i := range book.Len() {
		if r := book.Record(i); r.Won() {
			p.solver.Learn(r)
		}
	}
}
