package search

import "evolab/game"

// historySize is the number of squares that the history tells apart.
const historySize = 512

const (
	firstKiller  = 1 << 30
	secondKiller = 1 << 29
	historyMax   = 1 << 28
)

// forget clears what earlier searches taught, so that a search depends on
// nothing but its position and limits.
func (e *Engine[S, P]) forget() {
	for i := range e.killers {
		e.killers[i][0], e.killers[i][1] = game.NoMove, game.NoMove
	}
	for side := range e.history {
		for i := range e.history[side] {
			e.history[side][i] = 0
		}
	}
}

// score rates the moves of a frame: the two killers of the ply first (Akl and
// Newborn, 1977), then by the history of cutoffs (Schaeffer, 1989).
func (e *Engine[S, P]) score(f *frame[S], ply int, side game.Side) {
	f.order = f.order[:0]
	k0, k1 := e.killers[ply][0], e.killers[ply][1]
	for _, m := range f.moves {
		rating := e.history[side][m.To()%historySize]
		if m == k0 {
			rating = firstKiller
		} else if m == k1 {
			rating = secondKiller
		}
		f.order = append(f.order, rating)
	}
}

// pickNext swaps the best rated of the moves from i on to place i. Among equal
// ones the first in board order wins.
func pickNext[S comparable](f *frame[S], i int) game.Move {
	best := i
	for j := i + 1; j < len(f.moves); j++ {
		if f.order[j] > f.order[best] {
			best = j
		}
	}
	m, rating := f.moves[best], f.order[best]
	f.moves[best], f.order[best] = f.moves[i], f.order[i]
	f.moves[i], f.order[i] = m, rating
	return m
}

// remember notes a move that caused a cutoff.
func (e *Engine[S, P]) remember(m game.Move, ply, depth int, side game.Side) {
	if e.killers[ply][0] != m {
		e.killers[ply][1] = e.killers[ply][0]
		e.killers[ply][0] = m
	}
	h := &e.history[side][m.To()%historySize]
	*h = min(*h+int32(depth*depth), historyMax)
}
