package search

import "evolab/game"

// Deepen runs the next iteration and tells whether another one may follow. An
// iteration that a limit cuts short counts as far as it got: its first move is
// the best one of the iteration before. Even the first one is cut short where
// the time for it is over.
func (e *Engine[S, P]) Deepen() bool {
	if e.done || e.stopped || e.best.Depth >= e.limits.Depth {
		return false
	}
	depth := e.best.Depth + 1
	before := e.best.Score
	e.aspire(depth)
	if e.stopped {
		e.doubt(before)
		return false
	}
	e.best.Depth = depth
	e.best.Exact = !e.subtree.horizon
	proven := e.best.Score > Proven || e.best.Score < -Proven
	e.done = e.best.Exact || proven
	return !e.done && depth < e.limits.Depth
}

// doubt sees to an iteration that was cut short after its first moves had
// turned out lost: the others have not been refuted, so the result is no proven
// loss, and the first move that was not tried takes its place.
func (e *Engine[S, P]) doubt(before int) {
	root := &e.frames[0]
	if e.best.Score >= -Proven || e.tried == 0 || e.tried >= len(root.moves) {
		return
	}
	e.best.Score = before
	e.best.Move = root.moves[e.tried]
	e.pv = append(e.pv[:0], e.best.Move)
	e.best.PV = e.pv
}

// The window of an iteration is so wide to either side of the last score, and
// grows by the factor on the side where the score is not inside.
const (
	aspirationDepth = 5 // shallower iterations have the full window
	aspiration      = 1 << 10
	aspirationGrow  = 4
)

// aspire searches the root in a window around the last iteration's score, and
// again in a wider one until the score lies inside.
func (e *Engine[S, P]) aspire(depth int) {
	centre := e.best.Score
	if !e.use.aspiration || depth < aspirationDepth || centre > Proven || centre < -Proven {
		e.searchRoot(depth, -infinity, infinity)
		return
	}
	below, above := aspiration, aspiration
	for {
		low, high := max(centre-below, -infinity), min(centre+above, infinity)
		score := e.searchRoot(depth, low, high)
		switch {
		case e.stopped:
			return
		case score <= low && low > -infinity:
			below = widen(below)
		case score >= high && high < infinity:
			above = widen(above)
		default:
			return
		}
	}
}

func widen(width int) int {
	if width > aspiration*aspirationGrow {
		return 2 * infinity
	}
	return width * aspirationGrow
}

// searchRoot tries the root moves at the given depth and moves the best one to
// the front, which is where the next iteration begins. A score outside the
// window is a bound.
func (e *Engine[S, P]) searchRoot(depth, alpha, beta int) int {
	root, child := &e.frames[0], &e.frames[1]
	e.subtree = subtree{repeats: noRepeat}
	e.tried = 0
	best := -infinity
	for i, m := range root.moves {
		P(&root.state).Play(m, &child.state)
		e.nodes++
		score := e.reply(0, depth-1, 0, i == 0, alpha, beta)
		if e.stopped {
			break
		}
		e.tried = i + 1
		best = max(best, score)
		if score <= alpha {
			continue
		}
		alpha = score
		e.keepRoot(m, i, score)
		if score >= beta {
			break
		}
	}
	return best
}

// keepRoot makes the root move at place i the best one.
func (e *Engine[S, P]) keepRoot(m game.Move, i, score int) {
	root, child := &e.frames[0], &e.frames[1]
	copy(root.moves[1:i+1], root.moves[:i])
	root.moves[0] = m
	e.pv = append(append(e.pv[:0], m), child.pv...)
	e.best.Move, e.best.Score, e.best.PV = m, score, e.pv
}
