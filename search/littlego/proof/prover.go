// Package proof makes long proofs about Little-Go: who wins a position when the
// search takes hours, and a book of winning answers to everything that the
// other side can play. What has been proven is kept in a journal, so that a
// proof can be stopped at any time and resumed.
package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"evolab/features"
	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/littlego"
)

// Options are those of a long proof.
type Options struct {
	// Checkpoint is the file that keeps what is proven; "" is none.
	Checkpoint string
	// Memory is the size of the solver's table at most, in bytes.
	Memory uint64
	// Limits end the proof without a result: nodes, and CPU time of the process;
	// 0 is no limit.
	Limits search.Limits
	// Report, if not nil, is called now and then.
	Report func(Progress)
	// Every is the time between two reports; 0 is a second.
	Every time.Duration
}

// Progress is how far a proof has come.
type Progress struct {
	Nodes  uint64 // that this process has searched
	Proven int    // positions whose value is kept
	// Done is the part of the tree that is proven, 0 to 1; an estimate.
	Done float64
	// Began is the part that was proven when the process began.
	Began float64
	Spent time.Duration
}

// Left is how long the rest may take; 0 if nothing allows an estimate yet.
func (p Progress) Left() time.Duration {
	if p.Done-p.Began < .001 {
		return 0
	}
	return time.Duration(float64(p.Spent) * (1 - p.Done) / (p.Done - p.Began))
}

// ErrLimit ends a proof that reached a limit.
var ErrLimit = errors.New("not finished within the limits")

// Prover finds out who wins. It is for one goroutine.
type Prover struct {
	options Options
	solver  *littlego.Solver
	facts   *facts
	context context.Context
	began   time.Time
	cpu     time.Duration // of the process, when the prover was made
	next    time.Time     // when to report again
	path    []branch
	first   float64 // the first fraction that is not known from the checkpoint
	err     error   // what stopped the solver
}

// branch is how far a proof has come among the children of a position.
type branch struct{ at, of int }

// keepLeft is the least number of plies left with which the solver's findings are
// kept: with fewer, the checkpoint of a long proof would grow by thousands of lines a
// second. Of a shorter proof the first plies are kept, down to keepLeast.
const keepLeft = 17

// NewProver opens the checkpoint and makes the table.
func NewProver(ctx context.Context, o Options) (*Prover, error) {
	if o.Every == 0 {
		o.Every = time.Second
	}
	f, err := openFacts(o.Checkpoint)
	if err != nil {
		return nil, err
	}
	p := &Prover{options: o, facts: f, context: ctx, began: time.Now(), cpu: cputime.Process(), first: -1}
	p.newSolver()
	for _, r := range f.known {
		p.solver.Learn(r)
	}
	p.solver.Keep = keepLeft
	p.next = p.began.Add(o.Every)
	return p, nil
}

func (p *Prover) newSolver() {
	words := max(p.options.Memory/8, 1<<10)
	p.solver = littlego.NewSolver(uint(bits.Len64(words))-1, nil)
	p.solver.Meter.Watch = p.watch
}

// Close ends the use of the checkpoint.
func (p *Prover) Close() error { return p.facts.close() }

// Nodes is the number of positions searched by this process.
func (p *Prover) Nodes() uint64 { return p.solver.Nodes }

// watch is what the solver asks now and then.
func (p *Prover) watch() (stop bool) {
	p.keep()
	if p.err == nil && p.context.Err() != nil {
		p.err = p.context.Err()
	}
	if limit := p.options.Limits.Nodes; p.err == nil && limit > 0 && p.solver.Nodes >= limit {
		p.err = ErrLimit
	}
	if limit := p.options.Limits.Time; p.err == nil && limit > 0 && cputime.Process()-p.cpu >= limit {
		p.err = ErrLimit
	}
	if now := time.Now(); p.options.Report != nil && !now.Before(p.next) {
		p.next = now.Add(p.options.Every)
		p.options.Report(Progress{
			Nodes: p.solver.Nodes, Proven: len(p.facts.known), Done: p.done(), Began: max(p.first, 0), Spent: now.Sub(p.began),
		})
	}
	return p.err != nil
}

func (p *Prover) keep() {
	for _, r := range p.solver.Found {
		if err := p.facts.add(r); err != nil && p.err == nil {
			p.err = err
		}
	}
	p.solver.Found = p.solver.Found[:0]
}

// done is the part of the tree to the left of where the proof is.
func (p *Prover) done() float64 {
	done, share := 0.0, 1.0
	for _, b := range p.path {
		share /= float64(b.of)
		done += float64(share * float64(b.at))
	}
	return done
}

// Win returns a move that wins, or NoMove when the position is lost. An error
// other than ErrLimit and the context's is that of the checkpoint.
func (p *Prover) Win(s *rules.State) (game.Move, error) {
	if r, known := p.facts.known[littlego.KeyOf(s)]; known {
		if m := r.Move(s); m != game.NoMove || !r.Won() {
			return m, nil
		}
		return game.NoMove, fmt.Errorf("the checkpoint's move for %s is not legal", rules.Rules().Format(s))
	}
	if p.first < 0 {
		p.first = p.done()
	}
	m, won, known := p.solver.Wins(s, search.Limits{})
	p.keep()
	if !known || p.err != nil {
		return game.NoMove, p.err
	}
	if !won {
		m = game.NoMove
	}
	return m, p.facts.add(littlego.Recorded(s, m))
}

// Winning returns the moves that win, in board order.
func (p *Prover) Winning(s *rules.State) ([]game.Move, error) {
	const keepPlies = 3
	const keepLeast = 13
	p.solver.Keep = max(keepLeast, min(keepLeft, rules.LastPly-s.Ply()-keepPlies))
	all := s.Moves(nil)
	winning := []game.Move{}
	defer func() { p.path = p.path[:0] }()
	for i, m := range all {
		p.path = append(p.path[:0], branch{i, len(all)})
		won, err := p.wins(s, m)
		if err != nil {
			return nil, err
		}
		if won {
			winning = append(winning, m)
		}
	}
	return winning, nil
}

func (p *Prover) wins(s *rules.State, m game.Move) (bool, error) {
	var after rules.State
	s.Play(m, &after)
	if o := after.Outcome(); o.Over() {
		return o.Result == game.Win(s.Turn()), nil
	}
	answer, err := p.Win(&after)
	return answer == game.NoMove && err == nil, err
}

// effort is what the comparison of replies may cost at a ply.
type effort struct {
	replies int    // the most plausible ones are compared; symmetric ones count once
	answers int    // the opponent's most plausible answers are looked at
	nodes   uint64 // for the refutation of an answer
	// margin is by how much, in units of the evaluation, a search may rate a reply below
	// the best one where replies are weighed (replies.go); 0: replies are compared only by
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
