package search

import "evolab/game"

// alphaBeta is the value of the position in the frame of a ply for its side to
// move, searched depth plies deeper (negamax, fail-soft; Knuth and Moore, "An
// analysis of alpha-beta pruning", 1975). It is exact between alpha and beta,
// and a bound outside.
func (e *Engine[S, P]) alphaBeta(ply, depth, alpha, beta int) int {
	f := &e.frames[ply]
	f.pv = f.pv[:0]
	if o := P(&f.state).Outcome(); o.Over() {
		return terminal(o, P(&f.state).Turn(), ply)
	}
	if depth == 0 {
		e.horizon = true
		return e.eval.Score(&f.state)
	}
	if e.outOfTime() {
		return 0
	}
	f.moves = P(&f.state).Moves(f.moves[:0])
	side := P(&f.state).Turn()
	e.score(f, ply, side)
	child := &e.frames[ply+1]
	best := -infinity
	for i := range f.moves {
		m := pickNext(f, i)
		P(&f.state).Play(m, &child.state)
		e.nodes++
		value := -e.alphaBeta(ply+1, depth-1, -beta, -max(alpha, best))
		if e.stopped {
			return 0
		}
		if value <= best {
			continue
		}
		best = value
		if best > alpha {
			f.keep(m, child)
		}
		if best >= beta {
			e.remember(m, ply, depth, side)
			break
		}
	}
	return best
}

// keep makes m and the child's principal variation this frame's own.
func (f *frame[S]) keep(m game.Move, child *frame[S]) {
	f.pv = append(append(f.pv[:0], m), child.pv...)
}

// lookInterval is the number of nodes between two looks at the clock: some
// 0.1 ms of work.
const lookInterval = 512

// outOfTime tells whether a limit on nodes or time has been reached. The first
// iteration is always finished, so that there is a move with a reason.
func (e *Engine[S, P]) outOfTime() bool {
	if e.stopped || e.best.Depth == 0 {
		return e.stopped
	}
	if e.limits.Nodes > 0 && e.nodes >= e.limits.Nodes {
		e.stopped = true
	}
	if e.limits.Time > 0 && e.nodes >= e.nextLook {
		e.nextLook = e.nodes + lookInterval
		if e.clock()-e.started >= e.limits.Time {
			e.stopped = true
		}
	}
	return e.stopped
}
