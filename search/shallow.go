package search

import "evolab/game"

// answers is the moves that have refuted others in this search, the latest first:
// one of them mostly refutes the next one as well. Where a search looks no farther
// than two plies, they are all that it has to know about the order of moves.
type answers struct {
	list [4]game.Move
	n    int
}

// put moves an answer to the front; place is where it stood, or n for a new one.
func (a *answers) put(m game.Move, place int) {
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

// twoPlies is the depth of the searches that value positions by answer.
const twoPlies = 2

// answer is the value of a position one ply above the leaves, in a search without
// limits but its depth. Most positions are refuted before their moves are listed.
func (e *Engine[S, P]) answer(ply, alpha, beta int) int {
	f, known := &e.frames[ply], &e.answers
	best := -infinity
	for i := 0; i < known.n; i++ {
		m := known.list[i]
		if !e.eval.Hints.Legal(&f.state, m) {
			continue
		}
		score := e.after(ply, m, alpha)
		if score >= beta {
			known.put(m, i)
			return score
		}
		best, alpha = max(best, score), max(alpha, score)
	}
	tried := *known
	f.moves = P(&f.state).Moves(f.moves[:0])
	for _, m := range f.moves {
		if tried.has(m) {
			continue
		}
		score := e.after(ply, m, alpha)
		if score >= beta {
			known.put(m, known.n)
			return score
		}
		best, alpha = max(best, score), max(alpha, score)
	}
	return best
}

// after is the value of a move to a leaf for the side that makes it. Above alpha, it
// becomes the principal variation.
func (e *Engine[S, P]) after(ply int, m game.Move, alpha int) int {
	f, child := &e.frames[ply], &e.frames[ply+1]
	P(&f.state).Play(m, &child.state)
	e.nodes++
	score := 0
	if o := P(&child.state).Outcome(); o.Over() {
		score = -terminal(o, P(&child.state).Turn(), ply+1)
	} else {
		e.subtree.horizon = true
		score = -e.eval.Score(&child.state)
	}
	if score > alpha {
		f.pv = append(f.pv[:0], m)
	}
	return score
}
