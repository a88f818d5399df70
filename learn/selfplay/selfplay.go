// Package selfplay lets an evaluation play against itself and keeps the
// positions, each with the score of the search that chose its move.
package selfplay

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"evolab/game"
	"evolab/internal/quantity"
	"evolab/learn/positions"
	"evolab/search/cputime"
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
	workers := max(1, p.Workers)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers + 1)                                  // and who keeps them
	queue := make(chan chan []positions.Position[S], 16*workers) // games under way, in their order
	group.Go(func() error {
		for game := range queue {
			select {
			case list := <-game:
				if err := keep(list); err != nil {
					return err
				}
			case <-inner.Done():
				return inner.Err()
			}
		}
		return nil
	})
	for number := p.From; number < p.Games && inner.Err() == nil; number++ {
		game := make(chan []positions.Position[S], 1)
		select {
		case queue <- game:
		case <-inner.Done():
			continue
		}
		group.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			defer cputime.Count(inner)()
			list, err := r.play(p, number)
			if err == nil {
				game <- list
				p.Played(1)
			}
			return err
		})
	}
	close(queue)
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err() // perhaps before the first game
}

// play plays a game and returns its quiet positions without those of the opening.
// The game ends by the rules, at a proven score, when it is even, or when it is drawn
// by repetition or length.
func (r *Rules[S, P]) play(p Plan, number int) ([]positions.Position[S], error) {
	rand := game.NewRand(game.Mix(p.Seed, uint64(number)))
	plies := p.Opening[0] + rand.Intn(p.Opening[1]-p.Opening[0]+1)
	s, err := r.Open(&rand, plies)
	if err != nil {
		return nil, err
	}
	think := r.Player(rand.Uint64())
	detour := r.detours(p.Detour, &rand, number)
	var list []positions.Position[S]
	var past []uint64
	for result := game.Ongoing; ; plies++ {
		if result = r.Result(&s, past, plies); result != game.Ongoing {
			return withResult[S, P](list, result), nil
		}
		t := think(&s, past)
		if r.Loud == nil || !r.Loud(&s) {
			list = append(list, newPosition(&s, number, t))
		}
		list = detour(list, &s)
		if t.Exact {
			return withResult[S, P](list, provenResult(P(&s).Turn(), t.Value)), nil
		}
		past = append(past, r.Same(&s))
		P(&s).Play(t.Move, &s)
	}
}

// detours returns what keeps a position beside a game: leaves of searches are seldom
// as even as the positions of games between equals.
func (r *Rules[S, P]) detours(plies [2]int, rand *game.Rand, number int) func([]positions.Position[S], *S) []positions.Position[S] {
	if plies[1] == 0 {
		return func(list []positions.Position[S], _ *S) []positions.Position[S] { return list }
	}
	think := r.Player(rand.Uint64())
	return func(list []positions.Position[S], from *S) []positions.Position[S] {
		s, on := r.playRandom(*from, rand, plies[0]+rand.Intn(plies[1]-plies[0]+1))
		if !on || r.Loud != nil && r.Loud(&s) {
			return list
		}
		t := think(&s, nil)
		if t.Unscored {
			return list
		}
		at := newPosition(&s, number, t)
		at.Detour = true
		return append(list, at)
	}
}

// newPosition is a position with what a search says about it.
func newPosition[S comparable](s *S, number int, t Thought) positions.Position[S] {
	at := positions.Position[S]{State: *s}
	at.Score, at.Exact, at.Game = int32(t.Score), t.Exact, uint32(number)
	if t.Exact {
		at.Score = int32(t.Value)
	} else if t.Unscored {
		at.Score, at.Unscored = 0, true
	}
	return at
}

// provenResult is the result that a proven value for a side stands for.
func provenResult(turn game.Side, value int) game.Result {
	switch {
	case value > 0:
		return game.Win(turn)
	case value < 0:
		return game.Win(turn.Other())
	}
	return game.Draw
}

// withResult writes the result of a game into its positions.
func withResult[S comparable, P game.Position[S]](list []positions.Position[S], result game.Result) []positions.Position[S] {
	for i := range list {
		switch {
		case result == game.Draw || list[i].Detour:
		case result == game.Win(P(&list[i].State).Turn()):
			list[i].Result = 1
		default:
			list[i].Result = -1
		}
	}
	return slices.Clip(list)
}

// Ground is how games that teach begin and end.
type Ground[S comparable, P game.Position[S]] struct {
	Start  S
	IsPass func(game.Move) bool
	// Even reports whether neither side can make progress: a draw. Nil: no game
	// ends that way.
	Even func(s *S) bool
	// Same tells positions apart that repeat, and Repetition is how often one has
	// to come up for a draw; 0: repetition never draws.
	Same       func(s *S) uint64
	Repetition int
	Plies      int // that make a game a draw
}

// Result is the result after a number of plies, game.Ongoing if the game is not over.
func (r *Ground[S, P]) Result(s *S, past []uint64, plies int) game.Result {
	if o := P(s).Outcome(); o.Over() {
		return o.Result
	}
	if plies >= r.Plies || r.Even != nil && r.Even(s) || r.repeated(s, past) {
		return game.Draw
	}
	return game.Ongoing
}

// repeated reports whether a position has come up often enough for a draw.
func (r *Ground[S, P]) repeated(s *S, past []uint64) bool {
	if r.Repetition == 0 {
		return false
	}
	times, now := 1, r.Same(s)
	for i := len(past) - 1; i >= 0 && times < r.Repetition; i-- {
		if past[i] == now {
			times++
		}
	}
	return times >= r.Repetition
}

// Open plays the random moves that a game begins with.
func (r *Ground[S, P]) Open(rand *game.Rand, plies int) (S, error) {
	const maxTries = 1000 // until an opening does not end the game
	for range maxTries {
		if s, ok := r.playRandom(r.Start, rand, plies); ok {
			return s, nil
		}
	}
	return r.Start, fmt.Errorf("every opening of %s ends the game", quantity.Of(plies, "random ply"))
}

// playRandom plays random moves, passes only where nothing else is left, and reports
// whether the game is still on.
func (r *Ground[S, P]) playRandom(s S, rand *game.Rand, plies int) (S, bool) {
	var all, moves []game.Move
	for ; plies > 0 && !P(&s).Outcome().Over(); plies-- {
		all, moves = P(&s).Moves(all[:0]), moves[:0]
		for _, m := range all {
			if !r.IsPass(m) {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			moves = append(moves, all...)
		}
		P(&s).Play(moves[rand.Intn(len(moves))], &s)
	}
	return s, !P(&s).Outcome().Over()
}
