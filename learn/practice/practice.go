package practice

import (
	"context"

	"golang.org/x/sync/errgroup"

	"evolab/features"
	"evolab/game"
	"evolab/learn/selfplay"
)

// Plan says which games are played.
type Plan struct {
	// Seed decides everything that is drawn, with the number of the game.
	Seed uint64
	// From and To are the numbers of the first game, and of the one after the last.
	From, To int
	// Opening is the least and the most random plies that a game begins with.
	Opening [2]int
	// Explore is the probability of a move that is drawn instead of chosen.
	Explore float64
	// Shares are the parts of the games against each opponent; the rest is against
	// itself.
	Shares  []float64
	Workers int
	Played  func(games int)
}

// Judge evaluates positions. Several goroutines use it at a time.
type Judge interface {
	// Value is the probability that the side to move wins, where a draw is half a
	// win. It may change the row into another that reads the same weights.
	Value(row *features.Row) float64
}

// Rules is what a game of practice needs to know of a game.
type Rules[S comparable, P game.Position[S]] struct {
	selfplay.Ground[S, P]
	Inputs *features.Inputs[S]
	// Opponents begin a game each: the answer chooses the moves of one side. Past
	// holds the positions before, as Same tells them apart.
	Opponents []func(seed uint64) func(s *S, past []uint64) game.Move
}

// Game is a game of practice.
type Game struct {
	Steps  []Step
	Result game.Result
}

// Step is a move and what the learner thought of it.
type Step struct {
	// Row is the position after the move, from its side to move; empty if the move
	// ended the game.
	Row  features.Row
	Side game.Side // who moved
	Own  bool      // whether the learner chose the move
	// Best is the value of the best move for the side that moved, by the judge of the
	// game, and Rest that of the best of the moves that were not played, -1 if there
	// was none. They are known of own moves only.
	Best, Rest float64
	Drawn      bool // the move was drawn, not chosen
}

// Play plays the games of a plan, any number at once, and returns them in order.
func Play[S comparable, P game.Position[S]](ctx context.Context, r Rules[S, P], judge Judge, p Plan) ([]Game, error) {
	list := make([]Game, p.To-p.From)
	group, inner := errgroup.WithContext(ctx)
	workers := min(max(1, p.Workers), len(list))
	for w := range workers {
		group.Go(func() error {
			for i := w; i < len(list); i += workers {
				if err := inner.Err(); err != nil {
					return err
				}
				var err error
				if list[i], err = r.play(judge, &p, p.From+i); err != nil {
					return err
				}
				p.Played(1)
			}
			return nil
		})
	}
	return list, group.Wait()
}
