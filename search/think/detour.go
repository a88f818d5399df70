package think

import (
	"time"

	"evolab/game"
	"evolab/search"
)

// detour is the search for another move than the one that leads back. It looks
// at each move that leads to a new position, to the depth at which the others
// have been searched, or as deep as there is time.
type detour struct {
	begun bool
	least int           // the score that the other move must have
	depth int           // of the next iteration, in plies after the move
	last  int           // of the last one
	until time.Duration // on the clock from Begin; 0: no limit
	nodes uint64        // of the main search, then of both
	found search.Result // best of the last iteration that was finished
}

// turn acts on what the search has found: it takes a draw if the position is lost
// otherwise, and begins a detour if the best move leads back although there is
// something to win.
func (t *Thinker[S, P]) turn() bool {
	// clear is the score beyond which a side is behind for certain: half a
	// standard deviation of the evaluation (features.Unit).
	const clear = 2048
	score := t.best.Score
	if t.other.begun || !t.cycles.near(len(t.moves)) {
		return false
	}
	if t.cycles.Draw > 0 && score < -clear {
		t.takeDraw()
		return false
	}
	n := t.cycles.seen(place(t.moves, t.best.Move))
	if n == 0 || score > search.Proven || t.cycles.Draw > 0 && score <= 0 {
		return false
	}
	t.other = detour{
		begun: true, least: t.cycles.least(score, n), depth: 1, last: max(t.best.Depth-1, 1), nodes: t.best.Nodes,
		found: search.Result{Move: game.NoMove},
	}
	if t.limits.Time > 0 {
		t.other.until = t.budget.Extra(t.clock() - t.began)
	}
	return true
}

func (t *Thinker[S, P]) takeDraw() {
	for i, m := range t.moves {
		if t.cycles.draws(i) {
			t.pv = append(t.pv[:0], m)
			t.best.Move, t.best.Score, t.best.PV, t.best.Exact = m, 0, t.pv, false
			return
		}
	}
}

// detour runs one iteration and reports whether another one may follow.
func (t *Thinker[S, P]) detour() bool {
	d := &t.other
	best, whole := t.newMoves(d.depth)
	if best.Move != game.NoMove && (whole || d.found.Move == game.NoMove) {
		d.found = best
	}
	d.depth++
	if whole && d.depth <= d.last {
		return true
	}
	if d.found.Move != game.NoMove && d.found.Score >= d.least {
		t.pv = append(t.pv[:0], d.found.Move)
		t.best.Move, t.best.Score, t.best.PV, t.best.Exact = d.found.Move, d.found.Score, t.pv, false
	}
	t.best.Nodes = d.nodes
	return false
}

// newMoves searches the moves to positions new to the game; whole is false when
// a limit cut it short.
func (t *Thinker[S, P]) newMoves(depth int) (best search.Result, whole bool) {
	best.Move = game.NoMove
	for i, m := range t.moves {
		if t.cycles.seen(i) > 0 {
			continue
		}
		P(&t.state).Play(m, &t.child)
		score, ended := t.after(&t.child, depth)
		if ended {
			return best, false
		}
		if best.Move == game.NoMove || score > best.Score {
			best.Move, best.Score = m, score
		}
	}
	return best, true
}

// after is the score of the player who has just made the move to a position.
func (t *Thinker[S, P]) after(s *S, depth int) (score int, ended bool) {
	d := &t.other
	d.nodes++
	if o := P(s).Outcome(); o.Over() {
		switch o.Result {
		case game.Draw:
			return 0, false
		case game.Win(P(s).Turn()):
			return -search.Win, false
		}
		return search.Win, false
	}
	limits := search.Limits{Depth: depth, Plain: t.limits.Plain, TableMB: t.limits.TableMB, History: t.cycles.after()}
	if d.until > 0 {
		if limits.Time = d.until - (t.clock() - t.began); limits.Time <= 0 {
			return 0, true
		}
	}
	if t.limits.Nodes > 0 {
		if d.nodes >= t.limits.Nodes {
			return 0, true
		}
		limits.Nodes = t.limits.Nodes - d.nodes
	}
	r := t.engine.Search(s, limits)
	d.nodes += r.Nodes
	return -r.Score, r.Depth < depth && !r.Exact && r.Score < search.Proven && r.Score > -search.Proven
}
