package search

// recall is the value of a position that the table may know. What it does not
// know is searched, and put there.
func (e *Engine[S, P]) recall(ply, depth, alpha, beta int) int {
	f := &e.frames[ply]
	key, first := e.key(&f.state, depth), noMove
	if at := e.table.find(key); at >= 0 {
		known := &e.table.entries[at]
		first = int(known.move)
		// The principal variation is searched to its end, so that it is whole.
		if beta-alpha == 1 && e.usable(known, ply, depth) {
			score := fromRoot(int(known.value), ply)
			if fits(known.state&bounds, score, alpha, beta) {
				e.subtree.horizon = e.subtree.horizon || known.depth&truthBit == 0
				return score
			}
		}
	}
	above := e.subtree
	e.subtree = subtree{repeats: noRepeat}
	best := e.branch(ply, depth, alpha, beta, first)
	// A draw by repetition of the line above is none in another line. Any other
	// score does not depend on the line.
	if !e.stopped && (best != 0 || e.subtree.repeats >= ply) {
		searched := uint8(depth)
		if !e.subtree.horizon {
			searched |= truthBit
		}
		e.table.put(entry{
			key: key, value: int32(fromHere(best, ply)), move: uint16(f.chosen), depth: searched, state: bound(best, alpha, beta),
		})

	}
	e.subtree.horizon = e.subtree.horizon || above.horizon
	e.subtree.repeats = min(e.subtree.repeats, above.repeats)
	return best
}

// key is equal for positions with the same value at a depth.
func (e *Engine[S, P]) key(s *S, depth int) uint64 {
	if e.eval.Hints.Key != nil {
		return e.eval.Hints.Key(s, depth)
	}
	return P(s).Hash()
}

// usable reports whether an entry was searched deep enough to stand for a search.
func (e *Engine[S, P]) usable(known *entry, ply, depth int) bool {
	searched := int(known.depth &^ truthBit)
	if searched == depth || e.limits.Plain {
		return searched == depth
	}
	if e.eval.Hints.Key == nil {
		return searched > depth || known.depth&truthBit != 0
	}
	return searched > depth && e.eval.Hints.Key(&e.frames[ply].state, searched) == known.key
}

// fits reports whether a bound says enough about a score.
func fits(kind uint8, score, alpha, beta int) bool {
	return kind == exact || kind == lower && score >= beta || kind == upper && score <= alpha
}

// bound is what the score of a window is.
func bound(score, alpha, beta int) uint8 {
	if score >= beta {
		return lower
	}
	if score <= alpha {
		return upper
	}
	return exact
}
