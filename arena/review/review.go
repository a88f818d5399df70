// Package review finds where games were lost: the first move that gave away a
// proven win or draw, and what lost games have in common.
//
// Read review.go (a game), judge.go and moves.go (its moves), owndoing.go
// (lost by no move), estimate.go (no proof
// reaches there), tags.go (kinds of mistakes), summary.go (all games), text.go (words).
package review

import (
	"context"
	"fmt"
	"slices"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// Options bound the work on a position.
type Options struct {
	Time  time.Duration // CPU time of a proof; 0: no limit
	Nodes uint64        // of a proof; 0: no limit
	// Deep is how many nodes a search takes where no proof is found; 0: there are no
	// estimates.
	Deep int
}

// DefaultOptions take a few seconds for a game.
func DefaultOptions() Options { return Options{Time: time.Second, Deep: 20_000} }

// Loss is a game that a player has lost, and where.
type Loss struct {
	Game   int    `json:"game"`
	Player string `json:"player"`
	Side   string `json:"side"`
	// Ply is the ply of the mistake, from 1, and Move what was played; 0 and "" if no
	// mistake can be named.
	Ply  int    `json:"ply"`
	Move string `json:"move"`
	// Kept are the moves that would have kept the value, or what a deep search
	// prefers.
	Kept []string `json:"kept"`
	// Exact: the value before and after the move is proven, or that the game was
	// lost from the start.
	Exact bool   `json:"exact"`
	Was   string `json:"was,omitempty"` // win or draw: what the move gave away
	// FromStart: no move of the player lost the game.
	FromStart bool     `json:"from_start"`
	Reason    string   `json:"reason"` // of the game's end
	Position  string   `json:"position,omitempty"`
	Tags      []string `json:"tags"` // what kind of mistake it was
	// CPU is what the player used, of Allowed seconds; 0: there was no limit.
	CPU     float64 `json:"cpu"`
	Allowed float64 `json:"allowed,omitempty"`

	// Earlier: the proofs begin after the mistake.
	earlier bool
}

// turn is a position in which the loser had to move, and what it played.
type turn struct {
	ply   int
	board agent.Board // before the move
	move  game.Move
}

// reviewer looks at the games of one variant.
type reviewer struct {
	game    agent.Game
	info    agent.Info
	variant string
	options Options
}

// after is the board after a move.
func (r *reviewer) after(b agent.Board, m game.Move) (agent.Board, error) {
	next, err := r.game.Board(r.variant, b.Position())
	if err != nil {
		return nil, fmt.Errorf("review: %w", err)
	}
	next.Play(m)
	return next, nil
}

// Loser is the side that has lost a game, if one has.
func Loser(l *arena.Line) (game.Side, bool) {
	switch l.Result() {
	case game.FirstWins:
		return game.Second, true
	case game.SecondWins:
		return game.First, true
	}
	return 0, false
}

// Game reviews a game that somebody has lost.
func Game(ctx context.Context, g agent.Game, variant string, l *arena.Line, o Options) (*Loss, error) {
	side, lost := Loser(l)
	if !lost {
		return nil, fmt.Errorf("review: game %d: nobody lost it", l.Game)
	}
	turns, last, err := turnsOf(g, variant, l, side)
	if err != nil {
		return nil, err
	}
	r := &reviewer{game: g, info: g.Info(), variant: variant, options: o}
	loss := &Loss{
		Game: l.Game, Player: [2]string{l.First, l.Second}[side], Side: r.info.Sides[side], Kept: []string{}, Tags: []string{},
		Reason: l.Reason, CPU: l.CPU[side], Allowed: l.Rules.GameTime,
	}
	byRules := slices.Contains([]string{arena.Normal, arena.PlyLimit, arena.Repetition, arena.NoProgress}, l.Reason)
	if !byRules && !last.Outcome().Over() {
		if done, err := loss.ownDoing(last, side, len(l.Moves)+1, o); done || err != nil {
			return loss, err
		}
	}
	return loss, loss.find(ctx, r, turns)
}

// turnsOf replays a game; last is the position at its end.
func turnsOf(g agent.Game, variant string, l *arena.Line, side game.Side) (list []turn, last agent.Board, err error) {
	b, err := g.Board(variant, l.Opening)
	if err != nil {
		return nil, nil, fmt.Errorf("review: game %d: %w", l.Game, err)
	}
	for i, text := range l.Moves {
		m, err := b.ParseMove(text)
		if err != nil || !agent.Legal(b, m) {
			return nil, nil, fmt.Errorf("review: game %d: ply %d: %q can't be played", l.Game, i+1, text)
		}
		if b.Turn() == side {
			now, err := g.Board(variant, b.Position())
			if err != nil {
				return nil, nil, fmt.Errorf("review: game %d: %w", l.Game, err)
			}
			list = append(list, turn{i + 1, now, m})
		}
		b.Play(m)
	}
	return list, b, nil
}

// find looks for the first mistake, starting from the end of the game: the fewer
// plies are left, the easier the proof.
func (l *Loss) find(ctx context.Context, r *reviewer, turns []turn) error {
	first, open := -1, 0
	for i := len(turns) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		v, err := Judge(turns[i].board, turns[i].move, r.options)
		if err != nil {
			return err
		}
		if !v.Known {
			open = i + 1
			break
		}
		if l.earlier = v.Value < 0; v.Value >= 0 && !v.Keeps {
			first = i
			l.name(&turns[i], v)
		}
	}
	switch {
	case open > 0 && (l.earlier || first < 0):
		return r.estimate(ctx, l, turns[:open])
	case first < 0:
		l.FromStart, l.Exact = true, true
	}
	if l.Ply == 0 {
		return nil
	}
	var err error
	l.Tags, err = r.tags(&turns[first], l)
	return err
}

// name records a proven mistake.
func (l *Loss) name(t *turn, v Verdict) {
	l.Ply, l.Move, l.Kept, l.Exact = t.ply, t.board.FormatMove(t.move), v.Kept, true
	l.Was, l.Position = v.Had(), t.board.Position()
}
