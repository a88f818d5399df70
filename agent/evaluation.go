package agent

import (
	"fmt"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/files"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime"
)

// evaluation builds the agent that searches with a linear evaluation.
func (g *bound[S, P]) evaluation(set *settings) (Agent, error) {
	weights, err := g.weights(set)
	if err != nil {
		return nil, err
	}
	eval, err := features.NewLinear(g.Set, weights)
	if err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	limits := search.Limits{
		Depth:   set.number("depth", 0, 1, search.MaxDepth),
		Nodes:   uint64(set.number("nodes", 0, 1, 1<<40)),
		Time:    set.seconds("time", "CPU"),
		TableMB: set.number("table", 0, 0, 1<<16),
	}
	// What looks only so far ahead plays the same whatever else searches learn to do.
	limits.Plain = limits.Depth > 0 && limits.Nodes == 0 && limits.Time == 0
	ties := set.choice("ties", "first", "random") == "random"
	exact := set.choice("exact", "on", "off") == "on" && g.Endgame != nil
	return g.builtin(func(r game.Rand) chooser[S] {
		e := &evaluator[S, P]{
			engine: search.New[S, P](eval, cputime.Thread), limits: limits, ties: ties, rand: r,
		}
		if exact {
			e.endgame, e.left = g.Endgame(cputime.Thread), g.Rules.PliesLeft
		}
		return e
	}), nil
}

// weights are those that travel with the spec, or a file's, or the agent's own.
func (g *bound[S, P]) weights(set *settings) (features.Weights, error) {
	if w := set.spec.Weights; w.Game != "" {
		return w, nil
	}
	if set.spec.Name == "hand" {
		return g.Hand, nil
	}
	file := set.text("weights", "")
	if file == "" {
		return frozen.Weights(g.Rules.Name)
	}
	data, err := files.Read(file, features.MaxBytes)
	if err != nil {
		return features.Weights{}, fmt.Errorf("agent: weights: %w", err)
	}
	w, err := features.Read(data)
	if err != nil {
		return w, fmt.Errorf("agent: weights file %q: %w", file, err)
	}
	return w, nil
}

// evaluator plays what the engine finds.
type evaluator[S comparable, P game.Position[S]] struct {
	engine  *search.Engine[S, P]
	endgame Endgame[S] // nil: none
	left    func(*S) int
	limits  search.Limits
	ties    bool
	rand    game.Rand
}

// DefaultTime is the CPU time for a move of an evaluation agent that has no
// limit of its own and no clock to keep: what the shipped agent takes.
const DefaultTime = 2 * time.Second

func (a *evaluator[S, P]) recall(past []uint64) { a.limits.History = past }

func (a *evaluator[S, P]) choose(s *S, c Clock) Choice {
	limits := a.limits
	if a.ties {
		limits.Seed = a.rand.Uint64() | 1
	}
	limits.Time = moveTime(limits, c)
	if won, ok := a.prove(s, &limits); ok {
		return won
	}
	r := a.engine.Search(s, limits)
	return Choice{
		Move: r.Move, Score: r.Score, Exact: r.Exact, Depth: r.Depth, Nodes: r.Nodes, PV: r.PV, Searched: true,
	}
}

// prove looks for a move that wins to the end. What the attempt takes is taken
// off the limits.
func (a *evaluator[S, P]) prove(s *S, limits *search.Limits) (Choice, bool) {
	if a.endgame == nil {
		return Choice{}, false
	}
	began := cputime.Thread()
	m, nodes, won := a.endgame.Win(s, *limits)
	if won {
		return Choice{Move: m, Score: search.Win, Exact: true, Depth: a.left(s), Nodes: nodes, PV: []game.Move{m}, Searched: true}, true
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-(cputime.Thread()-began), 1)
	}
	limits.Nodes -= min(limits.Nodes/2, nodes)
	return Choice{}, false
}

// moveTime is the time limit of one move under the agent's own limits and the
// clock's; 0 is none.
func moveTime(own search.Limits, c Clock) time.Duration {
	t := own.Time
	if t == 0 && own.Depth == 0 && own.Nodes == 0 && c.Move == 0 && c.Left == 0 {
		return DefaultTime
	}
	if c.Move > 0 {
		t = shorter(t, c.Move-reserve(c.Move))
	}
	if c.Left > 0 {
		moves := time.Duration(min(c.PliesLeft/2+1, mostMoves))
		t = shorter(t, (c.Left-reserve(c.Left))/moves)
	}
	return t
}

// mostMoves is how many moves of its own an agent saves time for: games whose
// rules let them go on for hundreds of plies seldom do.
const mostMoves = 40

// reserve is the part of an allowance that is kept for what is not search.
func reserve(t time.Duration) time.Duration { return min(t/5, 2*time.Millisecond+t/50) }

func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b < a {
		return max(b, 1)
	}
	return a
}
