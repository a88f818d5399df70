// Package think finds a move: it runs the search, iteration by iteration, as
// long as the budget says, and avoids positions that the game has seen before.
//
// Package decide uses it when nothing better is known. It keeps to the plain
// subset of Go that the shipped agent is translated from.
package think

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/budget"
)

// Thinker thinks about the moves of one player in one game: Begin, then Think
// until it returns false; Best is a legal move at any time.
type Thinker[S comparable, P game.Position[S]] struct {
	engine *search.Engine[S, P]
	clock  func() time.Duration
	rounds bool // repetition is of no concern
	budget budget.Manager
	limits search.Limits
	began  time.Duration

	state  S
	child  S // of state, in the detour
	moves  []game.Move
	cycles Cycles
	best   search.Result
	pv     []game.Move
	other  detour
}

// New makes a thinker. The clock is what time limits are measured on; it is only read
// where time is limited.
func New[S comparable, P game.Position[S]](eval features.Linear[S], clock func() time.Duration) *Thinker[S, P] {
	return &Thinker[S, P]{
		engine: search.New[S, P](eval, clock), clock: clock, rounds: eval.Hints.Without.Has(features.Cycles),
	}
}

// Restart begins another game, with an evaluation that is in the first phase.
func (t *Thinker[S, P]) Restart(eval features.Linear[S]) { t.engine.Restart(eval) }

// Begin sets up a move; the position must not be over. a.Choices need not be
// set. The limits bound the search as well as the allowance.
func (t *Thinker[S, P]) Begin(s *S, limits search.Limits, a budget.Allowance, c Cycles) {
	t.state = *s
	t.moves = P(s).Moves(t.moves[:0])
	t.cycles, t.other = c, detour{}
	if t.rounds {
		t.cycles.Seen = nil
	}
	a.Choices = len(t.moves)
	t.budget.Begin(a)
	if hard := t.budget.Hard(); hard > 0 && (limits.Time == 0 || hard < limits.Time) {
		limits.Time = hard
	}
	if nodes := t.budget.Nodes(); nodes > 0 && (limits.Nodes == 0 || nodes < limits.Nodes) {
		limits.Nodes = nodes
	}
	if depth := t.budget.Depth(); depth > 0 {
		limits.Depth = depth
	}
	if limits.Time > 0 {
		t.began = t.clock()
	}
	t.limits = limits
	if len(limits.History) == 0 {
		limits.History = c.before()
	}
	if t.cycles.near(len(t.moves)) {
		limits.Time -= limits.Time / 3
		limits.Nodes -= limits.Nodes / 3
	}
	t.best = search.Result{Move: t.moves[0]}
	if !t.budget.Hurry() {
		t.engine.Begin(s, limits)
		t.keep(t.engine.Best())
	}
}

// Think runs one more iteration and reports whether there is more to do.
func (t *Thinker[S, P]) Think() bool {
	if t.budget.Hurry() {
		return false
	}
	if t.other.begun {
		return t.detour()
	}
	more := t.engine.Deepen()
	t.keep(t.engine.Best())
	if t.limits.Time > 0 {
		more = t.budget.Again(t.clock()-t.began, t.best.Move, t.best.Score) && more
	}
	return more || t.turn()
}

// Best is what has been found so far.
func (t *Thinker[S, P]) Best() search.Result { return t.best }

// Run thinks to the end.
func (t *Thinker[S, P]) Run() search.Result {
	for t.Think() {
	}
	return t.best
}

// keep takes over a result of the engine, which may change it afterwards.
func (t *Thinker[S, P]) keep(r search.Result) {
	t.pv = append(t.pv[:0], r.PV...)
	r.PV = t.pv
	t.best = r
}

// Past is what a player remembers of its game.
type Past[S comparable, P game.Position[S]] struct {
	// Key is equal for positions that count as one when they repeat.
	Key func(*S) uint64
	// Draw is how often a position has to occur to end the game as a draw; 0 is
	// a game without such a rule.
	Draw int
	// Last is the position after the player's last move, if there was one.
	Last  S
	Known bool
	Seen  game.History

	next  S
	moves []game.Move
	times []int
}

// Meet takes note of the position that the player is to move in, and returns it
// as the game has it: with the counters that the opponent's move has left. If it
// cannot follow from the past, that was another game: Meet forgets it, and Known is
// false.
func (p *Past[S, P]) Meet(now *S) S {
	key := p.Key(now)
	s, here := *now, false
	if p.Known && !P(&p.Last).Outcome().Over() {
		p.moves = P(&p.Last).Moves(p.moves[:0])
		for _, m := range p.moves {
			P(&p.Last).Play(m, &p.next)
			if p.Key(&p.next) == key && !P(&p.next).Outcome().Over() {
				s, here = p.next, true
				break
			}
		}
	}
	if !here {
		p.Known = false
		p.Seen.Forget()
	}
	p.Seen.See(key)
	return s
}

// Recall replaces the past with the positions of a game that somebody else has kept:
// those before the one to move in, and that one.
func (p *Past[S, P]) Recall(before []uint64, now *S) {
	p.Seen.Forget()
	for i := max(len(before)-game.HistoryMax+1, 0); i < len(before); i++ {
		p.Seen.See(before[i])
	}
	p.Seen.See(p.Key(now))
}

// Cycles returns how often each move's position has occurred in the game.
func (p *Past[S, P]) Cycles(s *S) Cycles {
	p.moves = P(s).Moves(p.moves[:0])
	p.times = p.times[:0]
	for _, m := range p.moves {
		P(s).Play(m, &p.next)
		p.times = append(p.times, p.Seen.Times(p.Key(&p.next)))
	}
	return Cycles{Seen: p.times, Draw: p.Draw, Keys: p.Seen.Keys}
}

// Leave takes note of the player's move.
func (p *Past[S, P]) Leave(s *S, m game.Move) {
	P(s).Play(m, &p.Last)
	p.Known = true
	p.Seen.See(p.Key(&p.Last))
}
