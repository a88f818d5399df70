package search

// Deepen runs the next iteration and reports whether another one may follow. An
// iteration that a limit cuts short counts as far as it got: its first move is
// the best one of the iteration before. Even the first iteration is cut short when
// time is up.
func (e *Engine[S, P]) Deepen() bool {
	if e.done || e.stopped || e.best.Depth >= e.limits.Depth {
		return false
	}
	depth := e.best.Depth + 1
	before := e.best.Score
	e.searchRoot(depth)
	if e.stopped {
		root := &e.frames[0]
		// The first moves may have turned out lost. The others have not been refuted then, so
		// the loss is not proven, and the first untried move becomes the best one.
		if e.best.Score < -Proven && e.tried > 0 && e.tried < len(root.moves) {
			e.best.Score = before
			e.best.Move = root.moves[e.tried]
			e.pv = append(e.pv[:0], e.best.Move)
			e.best.PV = e.pv
		}
		return false
	}
	e.best.Depth = depth
	e.best.Exact = !e.subtree.horizon
	proven := e.best.Score > Proven || e.best.Score < -Proven
	e.done = e.best.Exact || proven
	return !e.done && depth < e.limits.Depth
}

// searchRoot tries the root moves at the given depth and moves the best one to
// the front, which is where the next iteration begins. Its window is open: one
// around the last score (aspiration) won no match.
func (e *Engine[S, P]) searchRoot(depth int) {
	root, child := &e.frames[0], &e.frames[1]
	e.subtree = subtree{repeats: noRepeat}
	e.tried = 0
	alpha := -infinity
	for i, m := range root.moves {
		P(&root.state).Play(m, &child.state)
		e.nodes++
		score := e.reply(0, depth-1, 0, i == 0, alpha, infinity)
		if e.stopped {
			return
		}
		e.tried = i + 1
		if score > alpha {
			alpha = score
			copy(root.moves[1:i+1], root.moves[:i])
			root.moves[0] = m
			e.pv = append(append(e.pv[:0], m), child.pv...)
			e.best.Move, e.best.Score, e.best.PV = m, score, e.pv
		}
	}
}
