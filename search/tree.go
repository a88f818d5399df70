package search

import (
	"evolab/features"
	"evolab/game"
	"evolab/search/prefetch"
)

// value is that of the position in the frame of a ply for its side to move,
// searched depth plies deeper: principal variation search (Marsland and
// Campbell, "Parallel search of strongly ordered game trees", 1982), fail-soft.
// It is exact between alpha and beta, and a bound outside.
func (e *Engine[S, P]) value(ply, depth, alpha, beta int) int {
	f := &e.frames[ply]
	f.pv = f.pv[:0]
	if o := P(&f.state).Outcome(); o.Over() {
		return terminal(o, P(&f.state).Turn(), ply)
	}
	if e.line.counts && e.drawn(ply) {
		return 0
	}
	if e.use.endings {
		if score := e.ending(ply); score != inWindow {
			return score
		}
	}
	if depth <= 0 {
		return e.leaf(ply, alpha, beta)
	}
	if e.outOfTime() {
		return 0
	}
	if e.use.answers {
		return e.answer(ply, beta)
	}
	if e.table.mask != 0 {
		return e.recall(ply, depth, alpha, beta)
	}
	return e.branch(ply, depth, alpha, beta, noMove)
}

// drawnShare is the part of its score that a leaf has which is known to be drawn: enough to
// prefer one that is hard for the opponent, and less than any advantage that is not.
const drawnShare = 16

// ending is the score of a position that is known to be won or lost, or drawn where the
// search is for a proof, else inWindow.
func (e *Engine[S, P]) ending(ply int) int {
	f := &e.frames[ply]
	plies := e.eval.Hints.Ending(&f.state)
	f.drawn = plies == 0
	if plies == features.NoEnding || f.drawn && !e.limits.Proof {
		return inWindow
	}
	return Ending(plies, ply)
}

// branch is the value of a position by its moves; first is the place of the one
// to begin with, or noMove.
func (e *Engine[S, P]) branch(ply, depth, alpha, beta, first int) int {
	f, child := &e.frames[ply], &e.frames[ply+1]
	f.chosen = noMove
	if e.use.futility && depth > 0 && depth < probCutDepth && beta-alpha == 1 {
		if cut := e.futile(ply, depth, alpha, beta); cut != inWindow {
			return cut
		}
	}
	if e.use.probCut && depth >= probCutDepth && beta-alpha == 1 {
		if cut := e.probCut(ply, depth, alpha, beta); cut != inWindow {
			return cut
		}
	}
	f.moves = P(&f.state).Moves(f.moves[:0])
	e.rate(f, first)
	best := -infinity
	for i := range f.moves {
		at := pickNext(f.order, i)
		if i > 0 && e.use.forward && best > -Proven && e.eval.Hints.Back(&f.state, f.moves[at]) {
			e.subtree.horizon = true // the value is no proof
			continue
		}
		P(&f.state).Play(f.moves[at], &child.state)
		if prefetch.Works {
			e.expect(&child.state, depth-1)
		}
		e.nodes++
		score := e.reply(ply, depth-1, e.reduction(i, depth), i == 0, alpha, beta)
		if e.stopped {
			return 0
		}
		best = max(best, score)
		if score <= alpha {
			continue
		}
		alpha, f.chosen = score, at
		f.pv = append(append(f.pv[:0], f.moves[at]), child.pv...)
		if score >= beta {
			e.refuted(ply, depth, i)
			break
		}
	}
	return best
}

// reply is the value of the position that a move has led to in the frame after
// ply, for the side that has moved. A first move has the whole window; another
// one must beat alpha in an empty one before that, at first less deeply if reduced.
func (e *Engine[S, P]) reply(ply, depth, reduced int, first bool, alpha, beta int) int {
	// scoutDepth is the depth below which an empty window saves less than the second
	// look that may follow costs.
	const scoutDepth = 2
	if depth < scoutDepth {
		return -e.value(ply+1, depth, -beta, -alpha)
	}
	if reduced > 0 {
		if score := -e.value(ply+1, depth-reduced, -alpha-1, -alpha); score <= alpha || e.stopped {
			return score
		}
	}
	if !first && e.use.scout && beta-alpha > 1 {
		if score := -e.value(ply+1, depth, -alpha-1, -alpha); score <= alpha || score >= beta || e.stopped {
			return score
		}
	}
	return -e.value(ply+1, depth, -beta, -alpha)
}

// reduction is how many plies less deep the move at place i of an order is
// searched first: late moves seldom matter (Romstad, "An introduction to late
// move reductions", 2006), least of all where shallow searches foretell deep ones.
func (e *Engine[S, P]) reduction(i, depth int) int {
	late := e.use.lmr
	if depth < reducedDepth || late == 0 || i < late {
		return 0
	}
	plies := 1
	if e.eval.Hints.Foretold == nil {
		if i >= 2*late+2 && depth >= reducedDepth+2 {
			plies++
		}
		return plies
	}
	if i >= 2*late {
		plies++
	}
	if depth >= 2*reducedDepth+1 {
		plies++
	}
	return min(plies, depth-2)
}

// reducedDepth is the depth from which on late moves are reduced.
const reducedDepth = 3

// lookInterval is the number of nodes between two readings of the clock: some
// 0.1 ms of work.
//
//ship:warming 64
const lookInterval = 512 //ship:slow 8

// outOfTime reports whether a limit on nodes or time has been reached. The first
// iteration is finished whatever the nodes, so that there is a move with a
// reason.
func (e *Engine[S, P]) outOfTime() bool {
	if e.limits.Nodes > 0 && e.nodes >= e.limits.Nodes && e.best.Depth > 0 {
		e.stopped = true
	}
	return e.timeUp()
}

// timeUp reads the clock every lookInterval nodes and reports whether the
// search is stopped. Leaves ask it too: all moves of a position together can
// take long.
func (e *Engine[S, P]) timeUp() bool {
	if e.limits.Time > 0 && e.nodes >= e.nextLook {
		e.nextLook = e.nodes + lookInterval
		if e.clock()-e.started >= e.limits.Time {
			e.stopped = true
		}
	}
	return e.stopped
}

// leaf is the value of a position at the end of the search. Where the side to
// move has only forcing moves they are followed to a quiet position (Kaindl,
// "Quiescence search in computer chess", 1982).
func (e *Engine[S, P]) leaf(ply, alpha, beta int) int {
	f := &e.frames[ply]
	if !e.use.loud || ply == e.last || !e.eval.Hints.Loud(&f.state) {
		e.subtree.horizon = true
		if e.timeUp() {
			return 0
		}
		score := e.score(&f.state)
		if e.use.endings && f.drawn {
			score /= drawnShare
		}
		return score
	}
	if e.outOfTime() {
		return 0
	}
	return e.branch(ply, 0, alpha, beta, noMove)
}

const (
	// probCutDepth is the least depth of a search that a shallower one may replace.
	probCutDepth = 4
	// probCutMargin is how far outside the window the shallower search has to end:
	// a sixteenth of a standard deviation of evaluations.
	probCutMargin = features.Unit / 16
	// inWindow says that only a full search can tell.
	inWindow = infinity + 1
)

// futile is a bound of the value of a position near the leaves whose evaluation is so far
// outside an empty window that no move is expected to bring it back, else inWindow (Heinz,
// "Extended futility pruning", 1998).
func (e *Engine[S, P]) futile(ply, depth, alpha, beta int) int {
	// marginPerPly is how far outside the evaluation has to be: a quarter of a standard deviation a ply.
	const marginPerPly = features.Unit / 4
	// lowDepth is the largest depth at which a low evaluation is believed.
	const lowDepth = 2
	f := &e.frames[ply]
	if alpha <= -Proven || beta >= Proven || !e.eval.Hints.Foretold(&f.state) {
		return inWindow
	}
	score, margin := e.score(&f.state), marginPerPly*depth
	switch {
	case score-margin >= beta:
		e.subtree.horizon = true
		return score - margin
	case depth <= lowDepth && score+margin <= alpha:
		e.subtree.horizon = true
		return score + margin
	}
	return inWindow
}

// probCut is a bound of the value of a position that is so far outside an empty
// window that a shallower search will do, else inWindow (Buro, "ProbCut: an
// effective selective extension of the alpha-beta algorithm", 1995). The shallower
// search has such cuts itself, at this position too.
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
	value := e.value(ply, shallow, border-1, border)
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

// answers is the best answers to other moves in this search, the latest first: one
// of them usually refutes the next move too. A search of at most two plies needs no
// other order of moves.
type answers struct {
	list [4]game.Move
	n    int
}

func (a *answers) put(m game.Move) {
	place := 0
	for place < a.n && a.list[place] != m {
		place++
	}
	if place == a.n && a.n < len(a.list) {
		a.n++
	}
	for i := min(place, len(a.list)-1); i > 0; i-- {
		a.list[i] = a.list[i-1]
	}
	a.list[0] = m
}

// has reports whether a move is among the answers.
func (a *answers) has(m game.Move) bool {
	for i := range a.list[:a.n] {
		if a.list[i] == m {
			return true
		}
	}
	return false
}

// answer is the value of a position one ply above the leaves, or a bound of at least
// beta, in a search that only its depth limits. Most positions are refuted before
// their moves are listed.
func (e *Engine[S, P]) answer(ply, beta int) int {
	f, known := &e.frames[ply], e.answers
	best, answer := -infinity, game.NoMove
	for i := 0; i < known.n && best < beta; i++ {
		if m := known.list[i]; e.eval.Hints.Legal(&f.state, m) {
			if score := e.after(ply, m); score > best {
				best, answer = score, m
			}
		}
	}
	if best < beta {
		f.moves = P(&f.state).Moves(f.moves[:0])
	}
	for i := 0; i < len(f.moves) && best < beta; i++ {
		if m := f.moves[i]; !known.has(m) {
			if score := e.after(ply, m); score > best {
				best, answer = score, m
			}
		}
	}
	e.answers.put(answer)
	f.pv = append(f.pv[:0], answer)
	return best
}

// after is the value of a move to a leaf for the side that makes it.
func (e *Engine[S, P]) after(ply int, m game.Move) int {
	child := &e.frames[ply+1].state
	P(&e.frames[ply].state).Play(m, child)
	e.nodes++
	if o := P(child).Outcome(); o.Over() {
		return -terminal(o, P(child).Turn(), ply+1)
	}
	e.subtree.horizon = true
	return -e.eval.Score(child)
}
