package search

import "evolab/game"

// What comes before the history of a move.
const (
	ratedFirst    = 1 << 40
	ratedForcing  = 1 << 36 // times the game's rating, see features.Hints
	ratedKiller   = 1 << 34
	ratedKiller2  = 1 << 33
	ratedReply    = 1 << 32
	placeBits     = 16
	placeMask     = 1<<placeBits - 1
	historyLimit  = 1 << 28
	historySize   = 512
	countersDepth = 4
)

// rate fills the order of a frame's moves: the table's move, captures and
// threats, the two killers of the ply (Akl and Newborn, "The principal
// continuation and the killer heuristic", 1977), then the history of cutoffs
// (Schaeffer, "The history heuristic and alpha-beta search enhancements in
// practice", 1989).
func (e *Engine[S, P]) rate(f *frame[S], ply, first int) {
	f.order = f.order[:0]
	side := P(&f.state).Turn()
	k0, k1 := e.known.killers[ply][0], e.known.killers[ply][1]
	for i, m := range f.moves {
		rating := int64(e.known.history[side][m.To()%historySize])
		if m == k0 {
			rating = ratedKiller
		} else if m == k1 {
			rating = ratedKiller2
		}
		f.order = append(f.order, rating<<placeBits|int64(placeMask-i))
	}
	if first < len(f.order) {
		f.order[first] = ratedFirst<<placeBits | int64(placeMask-first)
	}
}

// pickNext swaps the best rated of the moves from i on to place i of an order,
// and returns its place among the moves. Among equal ones the first in board
// order wins.
func pickNext(order []int64, i int) int {
	best := i
	for j := i + 1; j < len(order); j++ {
		if order[j] > order[best] {
			best = j
		}
	}
	order[i], order[best] = order[best], order[i]
	return int(placeMask - order[i]&placeMask)
}

// knowledge is what cutoffs have taught in this search.
type knowledge struct {
	killers [MaxDepth + 1][2]game.Move
	history [2][historySize]int32
}

// forget clears what earlier searches taught, so that a search depends on
// nothing but its arguments.
func (k *knowledge) forget(depth int) {
	for i := 0; i <= depth; i++ {
		k.killers[i][0], k.killers[i][1] = game.NoMove, game.NoMove
	}
	for side := range k.history {
		for i := range k.history[side] {
			k.history[side][i] = 0
		}
	}
}

// refuted notes the move that has caused a cutoff.
func (e *Engine[S, P]) refuted(ply, depth, _ int) {
	f := &e.frames[ply]
	m := f.moves[f.chosen]
	k := &e.known.killers[ply]
	if k[0] != m {
		k[0], k[1] = m, k[0]
	}
	h := &e.known.history[P(&f.state).Turn()][m.To()%historySize]
	*h = min(*h+int32(depth*depth), historyLimit)
}
