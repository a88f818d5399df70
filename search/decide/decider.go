// Package decide chooses the move of a ply for every player of this
// repository: a book move, else a proof or a plan, else what the search
// finds. The lab's agents, my_player and the shipped programs all use it, so
// that a comparison between them is about what is really played.
//
// More time shall not lose what less has found. A book answers at once, whatever the time. Where a
// side is ahead, and its game says that a proof of a win is worth a try, a search of a fixed
// number of nodes, the same at every clock, guesses the move, and the proof has the rest of the
// time: it tries the guess first, and moves on only from a move that it has refuted. Finished or
// not, it ends with a move that it has not refuted: with more time with the same or a later one,
// and never with one after a move that wins. A side that is behind has more use for a search,
// after a proof that takes half of the time at most.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package decide

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/think"
)

// Decider decides the plies of one player in one game: Begin, then Think until
// it returns false; Best is a legal move at any time.
type Decider[S comparable, P game.Position[S], K Knower[S]] struct {
	thinker *think.Thinker[S, P]
	knows   K
	clock   func() time.Duration
	moves   []game.Move
	known   bool // there is nothing to search
	guessed bool // the move is a guess that no proof has refuted
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
	d.known, d.guessed, d.drawn = false, false, false
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
func (d *Decider[S, P, K]) Known() bool { return d.known && !d.guessed }

// guessNodes is the nodes of the search whose move a proof begins with: a slow language visits
// them in a tenth of a second.
const guessNodes = 500

// win looks for a win that could be lost otherwise: by a side that is ahead, or has time that is
// meant for it.
func (d *Decider[S, P, K]) win(s *S, p *Ply) bool {
	limits := p.proofBudget()
	if limits.None() || !d.knows.Hopeful(s, limits) || p.ProofTime <= p.Allowance.Move && !d.thinker.Ahead(s) {
		return false
	}
	began := d.now(p)
	d.thinker.Begin(s, search.Limits{Nodes: guessNodes, Time: limits.Time}, budget.Allowance{}, p.Cycles)
	guess := d.thinker.Run()
	if limits.Time > 0 {
		limits.Time = max(limits.Time-(d.now(p)-began), 1)
	}
	limits.Nodes -= min(limits.Nodes/2, guess.Nodes)
	r, known := d.knows.Win(s, guess.Move, limits)
	r.Nodes += guess.Nodes
	d.guessed = known && !r.Exact
	if d.guessed {
		if r.Move != guess.Move {
			guess.Move, guess.PV = r.Move, append(guess.PV[:0], r.Move)
		}
		guess.Nodes = r.Nodes
		r = guess
	}
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
	// Hopeful reports whether to try Win within some limits: where a player that has a win to
	// lose should not save time.
	Hopeful(s *S, limits search.Limits) bool
	// Win looks for a proof of a win, and begins with a guess. It returns a move that is exact if
	// it is proven to win and has otherwise not been refuted within the limits, the guess
	// rather than another; false if none wins.
	Win(s *S, guess game.Move, limits search.Limits) (search.Result, bool)
	// Move looks for a proof or a plan with its share of the limits.
	Move(s *S, limits search.Limits) (search.Result, bool)
	// Drawn reports whether a position is known to be drawn, whatever the search says.
	Drawn(s *S) bool
}

// Nothing is the Knower of a game in which the search alone decides.
type Nothing[S comparable] struct{}

// Book knows no move.
func (n *Nothing[S]) Book(s *S) (search.Result, bool) { return search.Result{}, false }

// Hopeful has no hope of a proof.
func (n *Nothing[S]) Hopeful(s *S, limits search.Limits) bool { return false }

// Win proves nothing.
func (n *Nothing[S]) Win(s *S, guess game.Move, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move knows no move.
func (n *Nothing[S]) Move(s *S, limits search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Drawn knows no draw.
func (n *Nothing[S]) Drawn(s *S) bool { return false }
