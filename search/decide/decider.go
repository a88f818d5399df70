// Package decide chooses the move of a ply for every player of this
// repository: a book move, else a proof or a plan, else what the search
// finds. The lab's agents, my_player and the shipped programs all use it, so
// that a comparison between them is about what is really played.
//
// More time shall not lose what less has found. A book answers at once, whatever the time. A
// proof that is finished is right, whatever a search says; one that is not may cost half of the
// time at most and is tried once, so that with twice the time both the proof and the search
// after it have at least what they had before. Only where a player has time for a proof that
// the search could not use anyway does the proof take more of it.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package decide

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/think"
)

// Decider decides the plies of one player in one game: Begin, then Think until
// it returns false; Best is a legal move at any time.
type Decider[S comparable, P game.Position[S], K Knower[S]] struct {
	thinker *think.Thinker[S, P]
	knows   K
	clock   func() time.Duration
	moves   []game.Move
	known   bool // the move was found without the search
	drawn   bool // the game knows that the position is
	found   search.Result
}

// New makes a decider. The clock is what time limits are measured on; it is only read
// where time is limited.
func New[S comparable, P game.Position[S], K Knower[S]](eval features.Linear[S], knows K, clock func() time.Duration) *Decider[S, P, K] {
	return &Decider[S, P, K]{thinker: think.New[S, P](eval, clock), knows: knows, clock: clock}
}

// Restart begins another game, with an evaluation that is in the first phase.
func (d *Decider[S, P, K]) Restart(eval features.Linear[S], knows K) {
	d.thinker.Restart(eval)
	d.knows = knows
}

// Begin sets up a ply; the position must not be over.
func (d *Decider[S, P, K]) Begin(s *S, p Ply) {
	d.known, d.drawn = false, false
	// A search to a fixed depth is left alone: its result should depend on the
	// evaluation.
	if p.Limits.Depth == 0 {
		r, known := d.knows.Book(s)
		d.found = r
		d.known = known || d.win(s, &p) || d.move(s, &p)
		d.drawn = d.knows.Drawn(s)
	}
	if !d.known {
		d.thinker.Begin(s, p.own(), p.Allowance, p.Cycles)
	}
}

// Think searches on, and reports whether there is more to do.
func (d *Decider[S, P, K]) Think() bool { return !d.known && d.thinker.Think() }

// Best is what has been found so far.
func (d *Decider[S, P, K]) Best() search.Result {
	r := d.found
	if !d.known {
		r = d.thinker.Best()
	}
	if d.drawn { // the search looks for what is hardest for the opponent
		r.Exact, r.Score = true, 0
	}
	return r
}

// Run thinks to the end.
func (d *Decider[S, P, K]) Run() search.Result {
	for d.Think() {
	}
	return d.Best()
}

// Known reports whether the move was found without the search; its score is then in
// a unit of its own.
func (d *Decider[S, P, K]) Known() bool { return d.known }

// win looks for a win that could be lost otherwise.
func (d *Decider[S, P, K]) win(s *S, p *Ply) bool {
	limits := p.proofBudget()
	if limits.None() {
		return false
	}
	began := d.now(p)
	r, known := d.knows.Win(s, limits)
	d.found = r
	if !known {
		p.spend(d.now(p)-began, r.Nodes)
		if p.Allowance.Move > 0 && p.AfterProof > 0 {
			p.Allowance.Move = max(p.Allowance.Move, p.Allowance.Used+p.AfterProof)
		}
	}
	return known
}

// move looks for a proof or a plan. It rejects one that leads back to an earlier
// position of the game.
func (d *Decider[S, P, K]) move(s *S, p *Ply) bool {
	limits := p.own()
	// The time that is left bounds it, too; the search asks its budget itself.
	if hard := p.Allowance.Hard(); limits.Time == 0 || hard > 0 && hard < limits.Time {
		limits.Time = hard
	}
	began := d.now(p)
	r, known := d.knows.Move(s, limits)
	d.found = r
	if known {
		d.moves = P(s).Moves(d.moves[:0])
		known = !p.Cycles.Back(d.moves, r.Move)
	}
	if !known {
		p.spend(d.now(p)-began, r.Nodes)
	}
	return known
}

// now is the clock where time is limited, else 0.
func (d *Decider[S, P, K]) now(p *Ply) time.Duration {
	if p.Limits.Time <= 0 && !p.Allowance.Limited() {
		return 0
	}
	return d.clock()
}

// Knower is what a game knows better than the search. The nodes of an attempt
// that found nothing are part of its result.
type Knower[S comparable] interface {
	// Book returns the move of a book, if the position is in one.
	Book(s *S) (search.Result, bool)
	// Win looks for a proof of a win with all of some limits, where a player
	// that has a win to lose should not save time.
	Win(s *S, limits search.Limits) (search.Result, bool)
	// Move looks for a proof or a plan with its share of the limits.
	Move(s *S, limits search.Limits) (search.Result, bool)
	// Drawn reports whether a position is known to be drawn, whatever the search says.
	Drawn(s *S) bool
}

// Nothing is the Knower of a game in which the search alone decides.
type Nothing[S comparable] struct{}

// Book knows no move.
func (n *Nothing[S]) Book(s *S) (search.Result, bool) { return search.Result{}, false }

// Win proves nothing.
func (n *Nothing[S]) Win(s *S, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move knows no move.
func (n *Nothing[S]) Move(s *S, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Drawn knows no draw.
func (n *Nothing[S]) Drawn(s *S) bool { return false }
