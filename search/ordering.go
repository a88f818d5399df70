package search

import "evolab/game"

// The order of a move is its rating, above all history, with its place in the
// lowest bits.
const (
	placeBits = 16
	placeMask = 1<<placeBits - 1
)

// rate fills the order of a frame's moves: first the one at the given place, the
// table's, then the others by the history of cutoffs (Schaeffer, "The history
// heuristic and alpha-beta search enhancements in practice", 1989). The best one
// is in its place at once. Adding killer moves won no match.
func (e *Engine[S, P]) rate(f *frame[S], first int) {
	const ratedFirst = 1 << 32
	order := f.order[:0]
	history, mask := e.known.history[P(&f.state).Turn()], e.known.mask
	best, most := 0, int64(-1<<62)
	for i, m := range f.moves {
		rated := int64(history[place(m)&mask])<<placeBits | int64(placeMask-i)
		order = append(order, rated)
		if rated > most {
			best, most = i, rated
		}
	}
	if first < len(order) {
		order[first] = ratedFirst<<placeBits | int64(placeMask-first)
		best = first
	}
	order[0], order[best] = order[best], order[0]
	f.order = order
}

// picked is how many moves of an order are picked one by one. Few positions look at
// more of them, and most of those look at all: then the rest is sorted.
const picked = 4

// pickNext moves the best rated of the moves from i on to place i of an order,
// where rate has put the first one, and returns its place among the moves. Among
// equal ones the first in board order wins.
func pickNext(order []int64, i int) int {
	if i == picked {
		sortRest(order, i)
	}
	if i == 0 || i >= picked {
		return placeOf(order[i])
	}
	best := i
	for j := i + 1; j < len(order); j++ {
		if order[j] > order[best] {
			best = j
		}
	}
	order[i], order[best] = order[best], order[i]
	return placeOf(order[i])
}

// sortRest sorts an order from a place on, the best first, by insertion: most of
// it is in the board's order already.
func sortRest(order []int64, from int) {
	for i := from + 1; i < len(order); i++ {
		m, j := order[i], i
		for ; j > from && order[j-1] < m; j-- {
			order[j] = order[j-1]
		}
		order[j] = m
	}
}

// placeOf is the place among the moves of an entry of an order.
func placeOf(ordered int64) int { return int(placeMask - ordered&placeMask) }

// knowledge is what cutoffs have taught in this search.
type knowledge struct {
	history [2][]int32
	mask    int // of the places in use
}

const historyLimit = 1 << 28

// forget clears what earlier searches taught, so that a search depends on nothing
// but its arguments.
func (k *knowledge) forget(depth int) {
	const historySize = 1 << 14
	const historySmall = 1 << 9 // places of a shallow search
	k.mask = historySize - 1
	if depth <= shallow {
		k.mask = historySmall - 1
	}
	for side := range k.history {
		list := k.history[side]
		if len(list) <= k.mask {
			k.history[side] = make([]int32, k.mask+1)
			continue
		}
		for i := range list { // the whole list: compilers turn this form into one fast clear
			list[i] = 0
		}
	}
}

// place is where the history holds a move, before masking.
func place(m game.Move) int { return m.From()<<6 ^ m.From()>>3 ^ m.To() }

// refuted notes the move that has caused a cutoff: it gains history, and those
// that were tried before it lose some.
func (e *Engine[S, P]) refuted(ply, depth, tried int) {
	if !e.use.history || depth == 0 { // quiescence teaches the main search nothing
		return
	}
	f := &e.frames[ply]
	m := f.moves[f.chosen]
	k := &e.known
	side := P(&f.state).Turn()
	h := k.history[side]
	at := place(m) & k.mask
	h[at] = min(h[at]+int32(depth*depth), historyLimit)
	for i := 0; i < tried; i++ {
		at := place(f.moves[placeOf(f.order[i])]) & k.mask
		h[at] = max(h[at]-int32(depth*depth), -historyLimit)
	}
}
