package search

import "evolab/features"

const (
	// probCutDepth is the least depth of a search that a shallower one may replace.
	probCutDepth = 4
	// probCutMargin is how far outside the window the shallower search has to end:
	// a tenth of a standard deviation of evaluations.
	probCutMargin = features.Unit / 10
	// inWindow says that only a full search can tell.
	inWindow = infinity + 1
)

// probCut is a bound of the value of a position that is so far outside an empty
// window that a shallower search will do, else inWindow (Buro, "ProbCut: an
// effective selective extension of the alpha-beta algorithm", 1995). The shallower
// search has no such cuts itself.
func (e *Engine[S, P]) probCut(ply, depth, alpha, beta int) int {
	f := &e.frames[ply]
	if alpha <= -Proven || beta >= Proven || !e.eval.Hints.Foretold(&f.state) {
		return inWindow
	}
	good := e.score(&f.state) >= beta
	border := alpha - probCutMargin + 1
	if good {
		border = beta + probCutMargin
	}
	shallow := depth - 3
	if depth >= 2*probCutDepth {
		shallow--
	}
	e.use.probCut = false
	value := e.value(ply, shallow, border-1, border)
	e.use.probCut = true
	f.pv, f.chosen = f.pv[:0], noMove
	switch {
	case e.stopped:
		return 0
	case good && value >= border:
		return beta
	case !good && value < border:
		return alpha
	}
	return inWindow
}
