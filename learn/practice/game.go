package practice

import (
	"slices"

	"evolab/features"
	"evolab/game"
)

// playing is a game in progress.
type playing[S comparable, P game.Position[S]] struct {
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
	g := playing[S, P]{rules: r, judge: judge, inputs: *r.Inputs, rand: game.NewRand(game.Mix(p.Seed, uint64(number)))}
	g.plies = p.Opening[0] + g.rand.Intn(p.Opening[1]-p.Opening[0]+1)
	var err error
	if g.state, err = r.Open(&g.rand, g.plies); err != nil {
		return Game{}, err
	}
	var opponent func(*S, []uint64) game.Move
	if at := g.drawn(p.Shares); at < len(r.Opponents) {
		opponent = r.Opponents[at](g.rand.Uint64())
	}
	for g.over() == game.Ongoing {
		if side := P(&g.state).Turn(); opponent == nil || int(side) == number&1 {
			g.own(p.Explore)
		} else {
			g.advance(opponent(&g.state, g.past), Step{Side: P(&g.state).Turn(), Best: -1, Rest: -1})
		}
	}
	g.game.Result = g.over()
	return g.game, nil
}

// drawn returns the index of a share drawn at random, or the number of shares for the
// rest.
func (g *playing[S, P]) drawn(shares []float64) int {
	x := g.rand.Float64()
	for i, share := range shares {
		if x < share {
			return i
		}
		x -= share
	}
	return len(shares)
}

func (g *playing[S, P]) over() game.Result { return g.rules.Result(&g.state, g.past, g.plies) }

// own plays the best of all moves, or one that is drawn.
func (g *playing[S, P]) own(explore float64) {
	g.moves = P(&g.state).Moves(g.moves[:0])
	step := Step{Side: P(&g.state).Turn(), Own: true, Best: -1, Rest: -1}
	at, ties := 0, 0
	values := make([]float64, len(g.moves))
	for i, m := range g.moves {
		values[i] = g.value(m, step.Side)
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

// value is what a move is worth to the side that makes it.
func (g *playing[S, P]) value(m game.Move, side game.Side) float64 {
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

// advance plays a move and keeps its step.
func (g *playing[S, P]) advance(m game.Move, step Step) {
	g.past = append(g.past, g.rules.Same(&g.state))
	P(&g.state).Play(m, &g.state)
	g.plies++
	if g.over() == game.Ongoing {
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
	g := playing[S, P]{rules: r, judge: judge, inputs: *r.Inputs, state: r.Start}
	for _, m := range moves {
		if g.over() != game.Ongoing {
			break
		}
		g.advance(m, Step{Side: P(&g.state).Turn(), Own: true, Best: -1, Rest: -1})
	}
	if g.game.Result = g.over(); g.game.Result == game.Ongoing {
		g.game.Result = result
	}
	return g.game
}
