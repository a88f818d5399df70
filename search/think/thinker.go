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

// Ahead reports whether the evaluation is for the side to move.
func (t *Thinker[S, P]) Ahead(s *S) bool { return t.engine.Ahead(s) }

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
