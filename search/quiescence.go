package search

// leaf is the value of a position at the end of the search. Where the side to
// move has only forcing moves they are followed to a quiet position (Kaindl,
// "Quiescence search in computer chess", 1982).
func (e *Engine[S, P]) leaf(ply, alpha, beta int) int {
	f := &e.frames[ply]
	if e.limits.Plain || e.eval.Hints.Loud == nil || ply+1 >= len(e.frames) || !e.eval.Hints.Loud(&f.state) {
		e.subtree.horizon = true
		return e.eval.Score(&f.state)
	}
	if e.outOfTime() {
		return 0
	}
	child := &e.frames[ply+1]
	f.moves = P(&f.state).Moves(f.moves[:0])
	best := -infinity
	for _, m := range f.moves {
		P(&f.state).Play(m, &child.state)
		e.nodes++
		score := -e.value(ply+1, 0, -beta, -max(alpha, best))
		if e.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if best > alpha {
			f.keep(m, child)
		}
		if best >= beta {
			break
		}
	}
	return best
}
