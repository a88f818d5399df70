// Package practice plays games for a learner that learns during play: an
// evaluation rates the positions after each of its moves, plays the best one
// or now and then any other, and passes what it saw to the learner. It plays
// both sides, or one side against an opponent.
package practice

import (
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"evolab/features"
	"evolab/game"
	"evolab/learn/selfplay"
	"evolab/search/cputime"
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
	var next atomic.Int64
	for range min(max(1, p.Workers), len(list)) {
		group.Go(func() error {
			defer cputime.Count(inner)()
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
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

type gameInProgress[S comparable, P game.Position[S]] struct {
	rules  *Rules[S, P]
	judge  Judge
	inputs features.Inputs[S]
	rand   game.Rand
	state  S
	next   S
	past   []uint64
	plies  int
	moves  []game.Move
	row    features.Row
	game   Game
}

// play plays a game. Its opponent is drawn, and the learner's side alternates.
func (r *Rules[S, P]) play(judge Judge, p *Plan, number int) (Game, error) {
	g := gameInProgress[S, P]{rules: r, judge: judge, inputs: *r.Inputs, rand: game.NewRand(game.Mix(p.Seed, uint64(number)))}
	g.plies = p.Opening[0] + g.rand.Intn(p.Opening[1]-p.Opening[0]+1)
	var err error
	if g.state, err = r.Open(&g.rand, g.plies); err != nil {
		return Game{}, err
	}
	var opponent func(*S, []uint64) game.Move
	if at := g.drawOpponent(p.Shares); at < len(r.Opponents) {
		opponent = r.Opponents[at](g.rand.Uint64())
	}
	for g.result() == game.Ongoing {
		if side := P(&g.state).Turn(); opponent == nil || int(side) == number&1 {
			g.playOwn(p.Explore)
		} else {
			g.advance(opponent(&g.state, g.past), Step{Side: P(&g.state).Turn(), Best: -1, Rest: -1})
		}
	}
	g.game.Result = g.result()
	return g.game, nil
}

// drawOpponent returns the index of an opponent, drawn by the shares, or their number
// for the learner itself.
func (g *gameInProgress[S, P]) drawOpponent(shares []float64) int {
	x := g.rand.Float64()
	for i, share := range shares {
		if x < share {
			return i
		}
		x -= share
	}
	return len(shares)
}

func (g *gameInProgress[S, P]) result() game.Result { return g.rules.Result(&g.state, g.past, g.plies) }

// playOwn plays the best of all moves, or one that is drawn.
func (g *gameInProgress[S, P]) playOwn(explore float64) {
	g.moves = P(&g.state).Moves(g.moves[:0])
	step := Step{Side: P(&g.state).Turn(), Own: true, Best: -1, Rest: -1}
	at, ties := 0, 0
	values := make([]float64, len(g.moves))
	for i, m := range g.moves {
		values[i] = g.moveValue(m, step.Side)
		if values[i] > step.Best {
			step.Best, at, ties = values[i], i, 1
		} else if values[i] == step.Best {
			if ties++; g.rand.Intn(ties) == 0 {
				at = i
			}
		}
	}
	if explore > 0 && g.rand.Float64() < explore {
		at = g.rand.Intn(len(g.moves))
		step.Drawn = true
	}
	for i, v := range values {
		if i != at {
			step.Rest = max(step.Rest, v)
		}
	}
	g.advance(g.moves[at], step)
}

// moveValue is what a move is worth to the side that makes it.
func (g *gameInProgress[S, P]) moveValue(m game.Move, side game.Side) float64 {
	P(&g.state).Play(m, &g.next)
	if o := P(&g.next).Outcome(); o.Over() {
		return Worth(o.Result, side)
	}
	g.inputs.Read(&g.next, &g.row)
	return 1 - g.judge.Value(&g.row)
}

// Worth is the value of a result for a side.
func Worth(r game.Result, side game.Side) float64 {
	switch r {
	case game.Draw:
		return .5
	case game.Win(side):
		return 1
	}
	return 0
}

func (g *gameInProgress[S, P]) advance(m game.Move, step Step) {
	g.past = append(g.past, g.rules.Same(&g.state))
	P(&g.state).Play(m, &g.state)
	g.plies++
	if g.result() == game.Ongoing {
		g.inputs.Read(&g.state, &g.row)
		g.judge.Value(&g.row)
		step.Row = g.row
		step.Row.Core, step.Row.Entries = slices.Clone(g.row.Core), slices.Clone(g.row.Entries)
	}
	g.game.Steps = append(g.game.Steps, step)
}

// Replay makes a practice game of legal moves that others have played, as if the
// learner had chosen them. If the rules do not end it, the given result counts.
func (r *Rules[S, P]) Replay(judge Judge, moves []game.Move, result game.Result) Game {
	g := gameInProgress[S, P]{rules: r, judge: judge, inputs: *r.Inputs, state: r.Start}
	for _, m := range moves {
		if g.result() != game.Ongoing {
			break
		}
		g.advance(m, Step{Side: P(&g.state).Turn(), Own: true, Best: -1, Rest: -1})
	}
	if g.game.Result = g.result(); g.game.Result == game.Ongoing {
		g.game.Result = result
	}
	return g.game
}
