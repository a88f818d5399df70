package retrograde

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"evolab/game"
	rules "evolab/game/checkers"
	"evolab/search/checkers"
)

// Check compares the value of every position with the values after all of its moves, by
// the rules of the game. If they all fit, they are right: a win or a loss by induction
// over its plies, and a draw since each side has a move that keeps it. It returns the number
// of positions.
func Check(ctx context.Context, e *checkers.Endings, o Options) (positions int64, err error) {
	var checked atomic.Int64
	finished := reporter{report: o.Report}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(o.Workers, 1))
	for _, c := range checkers.UpTo(o.Pieces) {
		group.Go(func() error {
			n, err := checkClass(ctx, e, c)
			checked.Add(n)
			finished.add(c)
			return err
		})
	}
	err = group.Wait()
	return checked.Load(), err
}

func checkClass(ctx context.Context, e *checkers.Endings, c checkers.Class) (positions int64, err error) {
	var moves []game.Move
	for i := range c.Size() {
		if i&0xffff == 0 && ctx.Err() != nil {
			return positions, ctx.Err()
		}
		v, ok := c.View(i)
		if !ok {
			continue
		}
		s, err := v.State()
		if err != nil {
			return positions, err
		}
		positions++
		moves = s.Moves(moves[:0])
		got, _ := e.Value(&s)
		if want := byMoves(e, &s, moves); got != want {
			return positions, fmt.Errorf("%q has the value %d (expected by its moves: %d)", rules.Rules().Format(&s), got, want)
		}
	}
	return positions, nil
}

// byMoves is the value of a position by those after its moves.
func byMoves(e *checkers.Endings, s *rules.State, moves []game.Move) checkers.Value {
	var child rules.State
	best, longest := checkers.Value(0), checkers.Lost(0)
	lost := true
	for _, m := range moves {
		s.Play(m, &child)
		v, _ := e.Value(&child)
		plies := 1
		if child.Quiet() > 0 {
			plies = v.Plies() + 1
		}
		switch {
		case v == 0 || plies > rules.QuietLimit:
			lost = false
		case v < 0 && (best == 0 || plies < best.Plies()):
			best = checkers.Value(plies)
		case v > 0:
			longest = min(longest, checkers.Value(-plies))
		}
	}
	if best == 0 && lost {
		return longest
	}
	return best
}
