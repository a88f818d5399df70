package review

import (
	"context"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// Mark is what a move of a game did to the exact value.
type Mark struct {
	Ply int // from 1
	Verdict
}

// Moves proves what the moves of both players did, from the end of a game back to the
// first position that is too hard to prove. If the context ends before that, it
// returns what has been proven, and the context's error.
func Moves(ctx context.Context, g agent.Game, variant string, l *arena.Line, o Options) ([]Mark, error) {
	var turns []turn
	for _, side := range []game.Side{game.First, game.Second} {
		own, _, err := turnsOf(g, variant, l, side)
		if err != nil {
			return nil, err
		}
		turns = append(turns, own...)
	}
	slices.SortFunc(turns, func(a, b turn) int { return b.ply - a.ply })
	var marks []Mark
	for i := range turns {
		if ctx.Err() != nil {
			return marks, ctx.Err()
		}
		v, err := Judge(turns[i].board, turns[i].move, o)
		if err != nil || !v.Known {
			return marks, err
		}
		marks = append(marks, Mark{turns[i].ply, v})
	}
	return marks, nil
}
