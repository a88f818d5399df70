package review

import (
	"context"
	"fmt"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/search"
)

// Verdict is what a move does to the exact value of a position.
type Verdict struct {
	Known bool // the proof came to its end
	Value int  // before the move: 1, 0 or -1 for a win, a draw or a loss of its side
	Moves []game.Move
	Kept  []string // all moves that keep the value; none for a loss
	Keeps bool     // the move is one of them
	Legal int      // how many moves there are
}

// Judge proves the value of a position, and what a move does to it.
func Judge(b agent.Board, m game.Move, o Options) (Verdict, error) {
	proof, err := b.Solve(search.Limits{Time: o.Time, Nodes: o.Nodes, TableMB: o.Table})
	if err != nil || !proof.Known {
		return Verdict{}, err
	}
	v := Verdict{Known: true, Value: proof.Value, Moves: proof.Moves, Kept: []string{}, Keeps: slices.Contains(proof.Moves, m), Legal: len(b.Moves(nil))}
	for _, k := range proof.Moves {
		v.Kept = append(v.Kept, b.FormatMove(k))
	}
	return v, nil
}

// Had names the value before the move.
func (v *Verdict) Had() string { return [3]string{"loss", "draw", "win"}[v.Value+1] }

// Mark is what a move of a game did to the exact value.
type Mark struct {
	Ply int // from 1
	Verdict
}

// Moves proves what the moves of both players did, from the end of a game back to the
// first position that is too hard to prove, or until the context ends, or found or
// Options.Between fails.
func Moves(ctx context.Context, g agent.Game, variant string, l *arena.Line, o Options, found func(Mark) error) error {
	var turns []turn
	for _, side := range []game.Side{game.First, game.Second} {
		own, _, err := turnsOf(g, variant, l, side)
		if err != nil {
			return err
		}
		turns = append(turns, own...)
	}
	slices.SortFunc(turns, func(a, b turn) int { return b.ply - a.ply })
	for i := range turns {
		if err := o.next(ctx); err != nil {
			return err
		}
		v, err := Judge(turns[i].board, turns[i].move, o)
		if err != nil || !v.Known {
			return err
		}
		if err := found(Mark{turns[i].ply, v}); err != nil {
			return err
		}
	}
	return nil
}

// Text says what a move does to the value, "" if that is not known.
func (v *Verdict) Text() string {
	switch {
	case !v.Known:
		return ""
	case v.Value < 0:
		return "lost against the best replies"
	case v.Keeps:
		return fmt.Sprintf("keeps a %s (%d of %s do)", v.Had(), len(v.Moves), quantity.Of(v.Legal, "move"))
	}
	return fmt.Sprintf("gives away a %s, which %s", v.Had(), keepPhrase(v.Kept))
}

// Mistake reports whether the move gives away a proven win or draw.
func (v *Verdict) Mistake() bool { return v.Known && v.Value >= 0 && !v.Keeps }
