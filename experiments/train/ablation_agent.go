package train

import (
	"context"
	"errors"

	"evolab/agent"
	"evolab/arena"
	"evolab/features"
)

// AgentAblation asks what each feature is worth to an agent with an evaluation:
// it plays against itself without one of them at a time, each time from the same
// openings. The same settings give the same result for any number of workers,
// unless time limits the agent.
type AgentAblation struct {
	Game    agent.Game
	Spec    agent.Spec
	Match   arena.Match // for each feature
	Workers int
	// Played, if it is set, is told of each game, from several goroutines.
	Played func()
}

// Features are those that take part: their weight is not 0 in some phase. The
// error is that of an agent without an evaluation.
func (a *AgentAblation) Features() ([]string, error) {
	w, err := a.evaluation()
	if err != nil {
		return nil, err
	}
	var names []string
	for i, name := range w.Features {
		if _, changed := ablated(w, i); changed {
			names = append(names, name)
		}
	}
	return names, nil
}

// evaluation is the weights on the board that is played on.
func (a *AgentAblation) evaluation() (features.Weights, error) {
	b, err := a.Game.Board(a.Match.Variant, "start")
	if err != nil {
		return features.Weights{}, err
	}
	return b.Evaluation(a.Spec)
}

// Run plays the games.
func (a *AgentAblation) Run(ctx context.Context) ([]Ablated, error) {
	w, err := a.evaluation()
	if err != nil {
		return nil, err
	}
	var list []Ablated
	for i, name := range w.Features {
		without, changed := ablated(w, i)
		if !changed {
			continue
		}
		one, err := a.play(ctx, w, without)
		if err != nil {
			return list, err
		}
		one.Feature = name
		list = append(list, one)
	}
	return list, nil
}

// play lets the whole evaluation play against the one that lacks a feature.
func (a *AgentAblation) play(ctx context.Context, whole, without features.Weights) (one Ablated, err error) {
	pool := arena.Pool{Game: a.Game, Workers: a.Workers}
	if a.Played != nil {
		pool.Done = func(arena.Record) { a.Played() }
	}
	for _, w := range []features.Weights{whole, without} {
		spec := a.Spec
		spec.Weights = w
		player, err := a.Game.Agent(spec, agent.Env{})
		if err != nil {
			return one, err
		}
		defer func() { err = errors.Join(err, player.Close()) }()
		pool.Agents = append(pool.Agents, player)
	}
	jobs, err := a.Match.Jobs(a.Game, 0, 1, 0)
	if err != nil {
		return one, err
	}
	records, err := pool.Run(ctx, jobs)
	if err != nil {
		return one, err
	}
	res := arena.Sum(jobs, records, 0)
	return Ablated{Score: res.Pairs.Score(), Games: res.Total().Games(), Duplicates: res.Duplicates}, nil
}
