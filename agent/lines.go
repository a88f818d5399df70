package agent

import (
	"slices"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search"
)

// Line is a move of a position, and what a search has found behind it.
type Line struct {
	Move  game.Move
	Score int  // from the side to move, in the evaluation's unit
	Exact bool // the score is the truth
	Depth int  // plies looked ahead, the move included
	PV    []game.Move
}

// Lines searches each move of a position that is not over, ever deeper, with the evaluation
// of frozen. After each depth found is given the moves, the best first, and the nodes so
// far; it must not keep the list. Lines ends when more, which is asked often, returns
// false, or when all values are exact.
func (b *gameBoard[S, P]) Lines(more func() bool, found func(lines []Line, nodes uint64)) error {
	eval, err := b.frozen()
	if err != nil {
		return err
	}
	const long = time.Hour
	var now time.Duration
	clock := func() time.Duration { // time is up when more says so
		if !more() {
			now += 2 * long
		}
		return now
	}
	engine, nodes := search.New[S, P](eval, clock), uint64(0)
	var list []Line
	for _, m := range b.Moves(nil) {
		list = append(list, Line{Move: m})
	}
	for depth := 1; depth < search.MaxDepth && slices.ContainsFunc(list, func(l Line) bool { return !l.Exact }); depth++ {
		for i := range list {
			if list[i].Exact {
				continue
			}
			nodes += b.deepen(engine, &list[i], search.Limits{Depth: depth, Time: long})
			if now > 0 || !more() {
				return nil
			}
		}
		slices.SortStableFunc(list, func(a, b Line) int { return b.Score - a.Score })
		found(list, nodes)
	}
	return nil
}

// deepen searches the position after a move, and returns the nodes.
func (b *gameBoard[S, P]) deepen(engine *search.Engine[S, P], l *Line, limits search.Limits) uint64 {
	var child S
	P(&b.state).Play(l.Move, &child)
	if o := P(&child).Outcome(); o.Over() {
		l.Exact, l.Depth = true, 1
		switch o.Result {
		case game.Win(b.Turn()):
			l.Score = search.Win - 1
		case game.Draw:
			l.Score = 0
		default:
			l.Score = -search.Win + 1
		}
		return 1
	}
	r := engine.Search(&child, limits)
	proven := r.Score > search.Proven || r.Score < -search.Proven
	l.Score, l.Exact, l.Depth, l.PV = -r.Score, r.Exact || proven, r.Depth+1, append(l.PV[:0], r.PV...)
	return r.Nodes + 1
}

// frozen is the evaluation of the agent frozen for this board, with the endings that come
// with the program.
func (b *gameBoard[S, P]) frozen() (features.Linear[S], error) {
	g, spec := &bound[S, P]{*b.parts}, Spec{Name: string(frozen.Frozen)}
	var none features.Linear[S]
	boards, err := g.weights(spec)
	if err != nil {
		return none, err
	}
	evals, err := g.evals(&searchSettings{}, spec, boards)
	if err != nil {
		return none, err
	}
	eval := evals[g.fitting(boards, &b.state)]
	if g.Endings != nil {
		known, err := g.Endings(0)
		if err != nil {
			return none, err
		}
		eval.Hints.Ending = known.Ending
	}
	return eval, nil
}
