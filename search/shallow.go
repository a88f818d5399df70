package search

import "evolab/game"

// answers is the best answers to other moves in this search, the latest first: one
// of them usually refutes the next move too. A search of at most two plies needs no
// other order of moves.
type answers struct {
	list [4]game.Move
	n    int
}

// put puts an answer to the front.
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
