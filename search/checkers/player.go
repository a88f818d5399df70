package checkers

import (
	"cmp"

	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/search"
)

// Ending is the value of a position with its counter, for features.Hints. One in which
// the side to move must capture is none of the endings: the search makes the captures.
func (e *Endings) Ending(s *checkers.State) int {
	if s.Own().Count()+s.Opp().Count() > e.pieces || s.MustCapture() {
		return features.NoEnding
	}
	v, known := e.Value(s)
	if !known {
		return features.NoEnding
	}
	return int(v.At(s.Quiet()))
}

// Drawn reports whether a position is known to be drawn.
func (e *Endings) Drawn(s *checkers.State) bool {
	v, known := e.Value(s)
	return known && v.At(s.Quiet()) == 0
}

// Solve finds the value of a position, and the moves that keep it.
func (e *Endings) Solve(s *checkers.State) search.Proof {
	v, known := e.Value(s)
	if !known || s.Outcome().Over() {
		return search.Proof{}
	}
	proof := search.Proof{Known: true, Value: cmp.Compare(v.At(s.Quiet()), 0), Nodes: 1}
	var child checkers.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		proof.Nodes++
		if proof.Value >= 0 && cmp.Compare(e.after(&child), 0) == -proof.Value {
			proof.Moves = append(proof.Moves, m)
		}
	}
	return proof
}

// Book knows no move.
func (e *Endings) Book(*checkers.State) (search.Result, bool) { return search.Result{}, false }

// Hopeful has no hope of a proof that Move would not find.
func (e *Endings) Hopeful(*checkers.State, search.Limits) bool { return false }

// Win proves nothing.
func (e *Endings) Win(*checkers.State, game.Move, search.Limits) (search.Result, bool) {
	return search.Result{}, false
}

// Move returns the move that wins soonest, or loses last. A draw is the search's: all
// moves that keep it are equal here, but not all are equally hard for the opponent.
func (e *Endings) Move(s *checkers.State, _ search.Limits) (search.Result, bool) {
	v, known := e.Value(s)
	if v = v.At(s.Quiet()); !known || v == 0 {
		return search.Result{}, false
	}
	r := search.Result{Exact: true, Score: search.Ending(int(v), 0)}
	for at := *s; !at.Outcome().Over() && len(r.PV) < search.MaxDepth; r.Nodes++ {
		m := e.best(&at)
		r.PV = append(r.PV, m)
		at.Play(m, &at)
	}
	r.Move = r.PV[0]
	return r, true
}

// best is the move after which the side to move wins soonest or loses last, among equal
// ones the first in board order.
func (e *Endings) best(s *checkers.State) game.Move {
	var buffer [usualMoves]game.Move
	var child checkers.State
	best, most := game.NoMove, 0
	for _, m := range s.Moves(buffer[:0]) {
		s.Play(m, &child)
		if worth := e.worth(&child); best == game.NoMove || worth > most {
			best, most = m, worth
		}
	}
	return best
}

// worth orders the positions that a side can move to. A capture or a crowning is one quiet
// ply to the winner, whatever follows; what follows tells several of them apart.
func (e *Endings) worth(child *checkers.State) int {
	const step = 4 * checkers.QuietLimit
	v := e.after(child)
	if v == 0 {
		return 0
	}
	plies, later := 0, 0
	if child.Quiet() > 0 {
		plies = v.Plies()
	} else if !child.Outcome().Over() {
		later = v.Plies()
	}
	worth := step*step - step*plies - later
	if v > 0 {
		return -worth
	}
	return worth
}
