package agent

import (
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime"
)

// Solve asks the game's solver, or else the search.
func (b *board[S, P]) Solve(limits search.Limits) (search.Proof, error) {
	if b.parts.Solve == nil {
		return b.searched(limits)
	}
	proof := b.parts.Solve(&b.state, limits, cputime.Thread)
	if proof.Nodes == 0 && !proof.Known { // not for this variant
		return b.searched(limits)
	}
	return proof, nil
}

// searched finds the value of every move by a search to the end of the game.
func (b *board[S, P]) searched(limits search.Limits) (search.Proof, error) {
	eval, err := features.NewLinear(b.parts.Set, b.parts.Hand)
	if err != nil {
		return search.Proof{}, err
	}
	engine := search.New[S, P](eval, cputime.Thread)
	best := search.Proof{Known: true, Value: -1}
	var until time.Duration
	if limits.Time > 0 {
		until = cputime.Thread() + limits.Time
	}
	for _, m := range b.Moves(nil) {
		value, known := b.valueOf(engine, m, limits, until, &best.Nodes)
		if !known {
			return search.Proof{Nodes: best.Nodes}, nil
		}
		if value > best.Value {
			best.Value, best.Moves = value, nil
		}
		if value == best.Value && value >= 0 {
			best.Moves = append(best.Moves, m)
		}
	}
	return best, nil
}

// valueOf is the value of a move for the side that plays it.
func (b *board[S, P]) valueOf(engine *search.Engine[S, P], m game.Move, limits search.Limits, until time.Duration, nodes *uint64) (int, bool) {
	var child S
	P(&b.state).Play(m, &child)
	*nodes++
	turn := b.Turn()
	if o := P(&child).Outcome(); o.Over() {
		switch o.Result {
		case game.Draw:
			return 0, true
		case game.Win(turn):
			return 1, true
		}
		return -1, true
	}
	left := search.Limits{}
	if limits.Nodes > 0 {
		if *nodes >= limits.Nodes {
			return 0, false
		}
		left.Nodes = limits.Nodes - *nodes
	}
	if until > 0 {
		if left.Time = until - cputime.Thread(); left.Time <= 0 {
			return 0, false
		}
	}
	r := engine.Search(&child, left)
	*nodes += r.Nodes
	switch {
	case r.Score > search.Proven:
		return -1, true
	case r.Score < -search.Proven:
		return 1, true
	}
	return 0, r.Exact
}
