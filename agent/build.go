package agent

import (
	"bufio"
	"errors"
	"fmt"

	"evolab/agent/frozen"
	"evolab/game"
)

// Agent builds the agent of a spec; the names are those of Kinds.
func (g *bound[S, P]) Agent(spec Spec, env Env) (Agent, error) {
	set := settings{spec: spec}
	a, err := g.build(&set, env)
	if err == nil {
		err = set.err
	}
	if err != nil {
		return nil, err
	}
	if d, ok := a.(interface{ describe(Origin) }); ok {
		d.describe(Origin{spec, env.Programs.Grants})
	}
	return a, nil
}

func (g *bound[S, P]) build(set *settings, env Env) (Agent, error) {
	if start := g.simple(set); start != nil {
		return g.builtin(start), nil
	}
	switch set.spec.Name {
	case "hand", string(frozen.Frozen), string(frozen.Evolved):
		return g.evaluation(set, env)
	case string(frozen.QLearning), string(frozen.Champion):
		if slot := frozen.Slot(set.spec.Name); slot.Has(g.Rules.Name, "") {
			return g.evaluation(set, env)
		}
	case "human":
		if env.In == nil || env.Out == nil {
			return nil, errors.New(`agent: "human" plays only at a terminal (evolve play)`)
		}
		return &human{info: g.Info(), lines: bufio.NewScanner(env.In), out: env.Out}, nil
	case pathName:
		return g.source(set, env)
	case "exec":
		return g.program(set, env)
	case "lines":
		return g.talking(set, env, manner[S]{speak: func() speaker[S] { return lines[S]{&g.Rules} }})
	case "gtp":
		return g.talking(set, env, manner[S]{speak: g.Engine, goodbye: "quit\n"})
	case "artemis":
		return g.talking(set, env, manner[S]{speak: g.Client, port: true})
	}
	return nil, fmt.Errorf("agent: %s has no agent %q", g.Rules.Name, set.spec.Name)
}

// simple starts a player of the baselines or of the game's own agents; nil: the
// name belongs to another agent.
func (g *bound[S, P]) simple(set *settings) func(game.Rand) chooser[S] {
	switch set.spec.Name {
	case "random":
		return func(r game.Rand) chooser[S] { return &random[S, P]{rules: &g.Rules, rand: r} }
	case "greedy":
		return func(r game.Rand) chooser[S] { return &greedy[S, P]{g.baseline(r)} }
	case "aggressive":
		return func(r game.Rand) chooser[S] { return &aggressive[S, P]{baseline: g.baseline(r)} }
	case "alphabeta":
		depth, branch := set.number("depth", 2, 1, 8), set.number("branch", 10, 1, 1000)
		return func(r game.Rand) chooser[S] {
			return &alphaBeta[S, P]{baseline: g.baseline(r), depth: depth, branch: branch, frames: make([]branchFrame[S], depth+1)}
		}
	case "minimax":
		depth := set.number("depth", 2, 1, 8)
		return func(r game.Rand) chooser[S] { return newMinimax(g.baseline(r), depth) }
	case "reference":
		depth, pace := set.number("depth", 4, 1, 8), set.seconds("pace", "CPU")
		return func(r game.Rand) chooser[S] { return newReference(g.baseline(r), depth, pace) }
	}
	for _, own := range g.Own {
		if own.Name == set.spec.Name {
			return func(r game.Rand) chooser[S] { return ownChooser[S](own.New(r)) }
		}
	}
	return nil
}

// ownChooser plays what a game's own agent chooses.
type ownChooser[S comparable] func(*S) game.Move

func (c ownChooser[S]) choose(s *S, _ Clock) Choice { return Choice{Move: c(s)} }

func (g *bound[S, P]) builtin(start func(game.Rand) chooser[S]) Agent {
	return &builtin[S, P]{start: func(seed uint64) chooser[S] { return start(game.NewRand(seed)) }}
}
