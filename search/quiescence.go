package search

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
		return e.score(&f.state)
	}
	if e.outOfTime() {
		return 0
	}
	return e.branch(ply, 0, alpha, beta, noMove)
}
