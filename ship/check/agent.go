package check

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/features"
)

// lab is the Go agent that a program is compared with. Books are files of their
// own, which are left out.
func lab(g agent.Game, w features.Weights) (agent.Agent, error) {
	spec := agent.Spec{Name: "frozen", Weights: w}.With("book", "off")
	a, err := g.Agent(spec, agent.Env{})
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	return a, nil
}

// answers are what one player of the Go agent with some weights says, a line
// for each question.
func answers(ctx context.Context, g agent.Game, variant string, w features.Weights, list []question, watch Watcher) ([]string, error) {
	a, err := lab(g, w)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	p, err := a.Player(1)
	if err != nil {
		return nil, fmt.Errorf("check: %w", err)
	}
	defer p.Close()
	lines := make([]string, len(list))
	for i := range list {
		if lines[i], err = answer(ctx, g, variant, p, &list[i]); err != nil {
			return nil, fmt.Errorf("check: %w", err)
		}
		watch.Add(1)
	}
	return lines, nil
}

func answer(ctx context.Context, g agent.Game, variant string, p agent.Player, q *question) (string, error) {
	b, err := g.Board(variant, "start")
	if err != nil {
		return "", err
	}
	for _, m := range q.moves {
		b.Play(m)
	}
	// A fresh board: programs know nothing of the game before.
	if b, err = g.Board(variant, b.Position()); err != nil {
		return "", err
	}
	c, err := choose(ctx, p, b, q.nodes)
	return line(c), err
}

// choose decides a ply within nodes that stand in for the time.
func choose(ctx context.Context, p agent.Player, b agent.Board, nodes uint64) (agent.Choice, error) {
	if err := ctx.Err(); err != nil {
		return agent.Choice{}, err
	}
	return p.Choose(ctx, b, agent.Clock{Nodes: nodes})
}

// line is a choice as programs answer it.
func line(c agent.Choice) string {
	return fmt.Sprintf("%d %d %d %d", uint64(c.Move), c.Score, c.Depth, c.Nodes)
}
