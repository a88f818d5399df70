package selfplay

import (
	"context"

	"golang.org/x/sync/errgroup"

	"evolab/game"
	"evolab/learn/positions"
)

// Plan says which games are played.
type Plan struct {
	// Seed decides everything that is drawn, with the number of the game.
	Seed  uint64
	Games int
	// From is the number of the first missing game.
	From int
	// Opening is the least and the most random plies that a game begins with.
	Opening [2]int
	// Detour is the least and the most random plies that lead from each position of
	// a game to one beside it, which is kept too; 0 and 0: none are kept.
	Detour  [2]int
	Workers int
	Played  func(games int)
}

// Rules is what a game of self-play needs to know of a game.
type Rules[S comparable, P game.Position[S]] struct {
	Ground[S, P]
	// Player begins a game: its answer chooses the moves of both sides. Past
	// holds the positions before, as Same tells them apart.
	Player func(seed uint64) func(s *S, past []uint64) Thought
	// Loud positions are not kept; nil: there are none.
	Loud func(s *S) bool
}

// Thought is what a search says about a position.
type Thought struct {
	Move  game.Move
	Score int // from the side to move
	// Value is the proven value if Exact: 1, 0 or -1.
	Value int
	Exact bool
	// Unscored thoughts have no score in the unit of the others: a plan's move.
	Unscored bool
}

// Play plays the games of a plan, any number at once, and hands the positions of
// each to keep, in the order of the games.
func Play[S comparable, P game.Position[S]](ctx context.Context, r Rules[S, P], p Plan, keep func([]positions.Position[S]) error) error {
	size := 16 * max(1, p.Workers) // games at a time, which are then kept in their order
	for from := p.From; from < p.Games; from += size {
		list := make([][]positions.Position[S], min(size, p.Games-from))
		group, inner := errgroup.WithContext(ctx)
		group.SetLimit(max(1, p.Workers))
		for i := range list {
			group.Go(func() (err error) {
				if err := inner.Err(); err != nil {
					return err
				}
				list[i], err = r.play(p, from+i)
				p.Played(1)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for _, positions := range list {
			if err := keep(positions); err != nil {
				return err
			}
		}
	}
	return nil
}
