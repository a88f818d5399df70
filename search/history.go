package search

import "evolab/game"

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
