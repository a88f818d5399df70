package littlego

import (
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// tableBits is the size of the table for a proof with so many plies left: 16 MB
// with 16 of them, as much as is worth clearing.
func tableBits(left int) uint { return uint(max(12, min(left+5, 22))) }

// perSecond is the number of nodes that a proof visits in a second.
//
//ship:warming 600_000
const perSecond = 3_000_000 //ship:slow 50_000

// proofShare is the part of a limit on nodes that Move's proof may take, in quarters: what
// it finds is worth more than what a search would have done with them. Of a time it may take
// half. Looking for the hardest move of a lost position may take all that is then left.
const proofShare = 3

// usual is the number of nodes that are enough for a proof in most positions.
func usual(left int) float64 {
	// The median of positions just after the book with few winning moves: 45 k nodes with
	// 14 plies left, 2.4 times as many with each further ply.
	const perPly = 2.4
	cost := 45_000.0
	for n := 14; n < left; n++ {
		cost *= perPly
	}
	for n := left; n < 14; n++ {
		cost /= perPly
	}
	return cost
}

// nodesOf is the number of nodes that a proof visits within limits.
func nodesOf(limits search.Limits) float64 {
	nodes := float64(limits.Nodes)
	if limits.Time > 0 {
		byTime := limits.Time.Seconds() * perSecond
		if nodes == 0 || byTime < nodes {
			nodes = byTime
		}
	}
	return nodes
}

// Endgame plays what is known: the book's moves, and near the end of a game what
// a proof shows, for a player that has time or nodes to spend.
type Endgame struct {
	clock  func() time.Duration
	book   Book
	solver *Solver // made when it is needed
	lost   bool    // Win has just proven it
}

// NewEndgame makes one for a game. Time limits are in CPU time, which the clock
// measures; an empty book stands for none.
func NewEndgame(book Book, clock func() time.Duration) *Endgame {
	return &Endgame{book: book, clock: clock}
}

// Book returns the book's move.
func (e *Endgame) Book(s *littlego.State) (search.Result, bool) { return e.book.Move(s) }

// Move returns a move that wins against every reply, or the move of a lost
// position that asks most of the opponent; false if neither win nor loss is
// proven within the limits' share.
func (e *Endgame) Move(s *littlego.State, limits search.Limits) (r search.Result, known bool) {
	if e.lost {
		e.lost = false
		return e.try(s, limits, 0), true
	}
	share := search.Limits{Nodes: limits.Nodes / 4 * proofShare, Time: limits.Time / 2}
	if !s.TwoPassesEnd() || nodesOf(share) < usual(littlego.LastPly-s.Ply()) {
		return r, false
	}
	var began time.Duration
	if limits.Time > 0 {
		began = e.clock()
	}
	m, won, known, nodes := e.wins(game.NoMove, s, share)
	if won {
		return proven(s, m, search.Win, nodes), true
	}
	if !known {
		return search.Result{Nodes: nodes}, false
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-(e.clock()-began), 1)
	}
	return e.try(s, limits, nodes), true
}

// Hopeful reports whether Win is worth a try near the end: a proof that is not finished still
// finds moves that lose, and so two fifths of what most proofs take are enough.
func (e *Endgame) Hopeful(s *littlego.State, limits search.Limits) bool {
	// nearEnd is the number of plies left from which on that is so: two more than after the
	// book's last whole ply and one reply, for players that have no book.
	const nearEnd = 14
	// guessed is the nodes of proofs that take as long as the search before them.
	const guessed = 5000
	left := littlego.LastPly - s.Ply()
	return s.TwoPassesEnd() && left <= nearEnd && nodesOf(limits) >= guessed+usual(left)*2/5
}

// Win looks for a win near the end with all of the limits, and tries a guess first. If the
// limits are not enough, it returns a move that is not found to lose, the guess if that is one.
func (e *Endgame) Win(s *littlego.State, guess game.Move, limits search.Limits) (r search.Result, known bool) {
	m, won, known, nodes := e.wins(guess, s, limits)
	e.lost = known && !won
	r = proven(s, m, search.Win, nodes)
	r.Exact = known
	return r, !e.lost
}

// Drawn knows no draw: Little-Go has none.
func (e *Endgame) Drawn(*littlego.State) bool { return false }

// wins looks for a proof that a position is won or lost, beginning with a move if it is one.
func (e *Endgame) wins(begin game.Move, s *littlego.State, limits search.Limits) (m game.Move, won, known bool, nodes uint64) {
	if e.solver == nil {
		e.solver = NewSolver(tableBits(littlego.LastPly-s.Ply()), e.clock)
	}
	before := e.solver.Nodes
	m, won, known = e.solver.WinsBy(begin, s, limits)
	return m, won, known, e.solver.Nodes - before
}

// try looks for the hardest move of a lost position with all that is left of the
// limits: limits.Time is what is left, limits.Nodes still includes the nodes that the
// proof took.
func (e *Endgame) try(s *littlego.State, limits search.Limits, nodes uint64) search.Result {
	if limits.Nodes > 0 {
		limits.Nodes = max(limits.Nodes-min(limits.Nodes, nodes+1), 1)
	}
	before := e.solver.Nodes
	m := e.solver.Hardest(s, limits)
	nodes += e.solver.Nodes - before
	return proven(s, m, -search.Win, nodes)
}

// proven is the result of a proof: the move is all that is known of the line.
func proven(s *littlego.State, m game.Move, score int, nodes uint64) search.Result {
	return search.Result{
		Move: m, Score: score, Depth: littlego.LastPly - s.Ply(), Exact: true, Nodes: nodes, PV: []game.Move{m},
	}
}
