package agent

import (
	"context"
	"fmt"
	"slices"

	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/practice"
)

// Practice plays games for learners of a design of evaluations.
type Practice interface {
	Shape() learn.Shape
	// Places is the number of places of patterns.
	Places() int
	// Play plays games, those with an opponent against the practice's.
	Play(ctx context.Context, judge practice.Judge, p practice.Plan) ([]practice.Game, error)
	// Replay reads a game that was played from a position, by its moves. A result
	// other than game.Ongoing counts if the rules do not end it.
	Replay(judge practice.Judge, opening string, moves []string, result game.Result) (practice.Game, error)
	// Weights are those of a model of the design, Model the inverse.
	Weights(m learn.Model) features.Weights
	Model(w features.Weights) (learn.Model, error)
}

// Practice binds a design and opponents, all of them agents of this process.
func (l *learning[S, P]) Practice(d features.Design, against []Spec) (Practice, error) {
	in, err := features.NewInputs(l.Set, d)
	if err != nil {
		return nil, err
	}
	p := &practising[S, P]{l, rows[S]{inputs: in, design: d}, practice.Rules[S, P]{Ground: l.ground(), Inputs: in}}
	for _, spec := range against {
		a, err := l.Agent(spec, Env{})
		if err != nil {
			return nil, err
		}
		player, ok := a.(*builtin[S, P])
		if !ok {
			return nil, fmt.Errorf("agent: %q is no agent of this process, and games of practice are many", spec)
		}
		p.rules.Opponents = append(p.rules.Opponents, player.practising(&l.Rules))
	}
	return p, nil
}

// practising is a game's Practice.
type practising[S comparable, P game.Position[S]] struct {
	*learning[S, P]
	rows  rows[S]
	rules practice.Rules[S, P]
}

func (p *practising[S, P]) Shape() learn.Shape { return p.rows.Shape() }

func (p *practising[S, P]) Places() int {
	if l := p.rows.inputs.Layout; l != nil {
		return len(l.Places)
	}
	return 0
}

func (p *practising[S, P]) Play(ctx context.Context, judge practice.Judge, plan practice.Plan) ([]practice.Game, error) {
	return practice.Play(ctx, p.rules, judge, plan)
}

func (p *practising[S, P]) Weights(m learn.Model) features.Weights { return p.rows.Weights(m) }

func (p *practising[S, P]) Model(w features.Weights) (learn.Model, error) {
	core, tables, err := p.rows.inputs.Values(w)
	return learn.Model{Core: core, Tables: tables}, err
}

func (p *practising[S, P]) Replay(judge practice.Judge, opening string, moves []string, result game.Result) (practice.Game, error) {
	s, err := p.Rules.Parse(p.variant, opening)
	if err != nil {
		return practice.Game{}, err
	}
	rules := p.rules
	rules.Start = s
	var list []game.Move
	for i, text := range moves {
		m, err := p.Rules.ParseMove(&s, text)
		if err == nil && !slices.Contains(P(&s).Moves(nil), m) {
			err = fmt.Errorf("%s is illegal in %s", text, p.Rules.Format(&s))
		}
		if err != nil {
			return practice.Game{}, fmt.Errorf("agent: move %d: %w", i+1, err)
		}
		list = append(list, m)
		P(&s).Play(m, &s)
	}
	return rules.Replay(judge, list, result), nil
}

// practising begins games of an agent.
func (a *builtin[S, P]) practising(rules *game.Rules[S]) func(seed uint64) func(*S, []uint64) game.Move {
	return func(seed uint64) func(*S, []uint64) game.Move {
		c := a.start(seed)
		return func(s *S, past []uint64) game.Move {
			if h, ok := c.(interface{ recall(past []uint64) }); ok {
				h.recall(past)
			}
			return c.choose(s, Clock{PliesLeft: rules.PliesLeft(s)}).Move
		}
	}
}
