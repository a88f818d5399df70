package agent

import (
	"fmt"
	"runtime"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime"
)

// Speed is how fast one part of a game's code runs, on one core.
type Speed struct {
	What   string
	Unit   string // per second of CPU
	Amount float64
}

// SearchSpeed is how fast evaluation and search are in a variant of a game.
type SearchSpeed struct {
	RuleSpeed
	// Seconds of CPU and Nodes are those of a single search, if that was measured;
	// all else but What is then empty.
	Seconds float64
	Nodes   uint64
}

// Speeds measures the evaluation and the search of a game, with the frozen
// weights, for about the given CPU time a part. A node of a search is a move
// played in the tree, those of quiescence included.
func (g *bound[S, P]) Speeds(each time.Duration) (list []SearchSpeed, err error) {
	paces := g.Parts.Speeds.Search
	if len(paces) == 0 {
		paces = []SearchPace{{}}
	}
	for _, p := range paces {
		weights, err := g.Embedded(frozen.Frozen, p.Variant)
		if err != nil {
			return nil, err
		}
		eval, err := features.NewLinear(g.Set, weights)
		if err != nil {
			return nil, err
		}
		s, err := g.middle(p.Variant)
		if err != nil {
			return nil, err
		}
		list = append(list,
			SearchSpeed{RuleSpeed: RuleSpeed{p.Variant, Speed{"evaluations", "positions", fastest(each, func() float64 {
				for range 1000 {
					eval.Score(&s)
				}
				return 1000
			})}, 0}},
			SearchSpeed{RuleSpeed: RuleSpeed{p.Variant, Speed{"search with evaluation", "nodes", fastest(each, nodes[S, P](eval, s))}, p.Reference}},
			SearchSpeed{RuleSpeed: RuleSpeed{
				p.Variant, Speed{"search without evaluation", "nodes", fastest(each, nodes[S, P](features.Blind(g.Set), s))}, 0,
			}})
		list = append(list, toDepths[S, P](eval, s, p.Variant, each)...)
	}
	return list, nil
}

// NodesPerSecond is what calibration.txt tells the shipped agent.
func (g *bound[S, P]) NodesPerSecond(t time.Duration) (int64, error) {
	weights, err := g.Embedded(frozen.Frozen, "")
	if err != nil {
		return 0, err
	}
	eval, err := features.NewLinear(g.Set, weights)
	if err != nil {
		return 0, err
	}
	start, err := g.Rules.Start("")
	if err != nil {
		return 0, err
	}
	return search.Speed[S, P](&start, &eval, t, cputime.Process), nil
}

// middle is a position from the middle of a random game.
func (g *bound[S, P]) middle(variant string) (S, error) {
	start, err := g.Rules.Start(variant)
	if err != nil {
		return start, err
	}
	s := start
	r := game.NewRand(1)
	game.Playout[S, P](&s, &r, min(g.Rules.PlyLimit/3, 24), nil)
	if P(&s).Outcome().Over() {
		return start, nil
	}
	return s, nil
}

// nodes searches a position.
func nodes[S comparable, P game.Position[S]](eval features.Linear[S], s S) func() float64 {
	engine := search.New[S, P](eval, nil)
	return func() float64 { return float64(engine.Search(&s, search.Limits{Nodes: 100_000}).Nodes) }
}

// toDepths searches a position deeper and deeper until the time is up, and returns
// what every second depth took.
func toDepths[S comparable, P game.Position[S]](eval features.Linear[S], s S, variant string, each time.Duration) (list []SearchSpeed) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	engine := search.New[S, P](eval, nil)
	began := cputime.Thread()
	// The table is as large as that of a search by time would be.
	engine.Begin(&s, search.Limits{Nodes: uint64(each/time.Microsecond)*4 + 1})
	for more := true; more; {
		more = engine.Deepen()
		best, used := engine.Best(), cputime.Thread()-began
		if best.Depth%2 == 0 && more {
			what := fmt.Sprintf("search to depth %d", best.Depth)
			list = append(list, SearchSpeed{RuleSpeed{variant, Speed{What: what}, 0}, used.Seconds(), best.Nodes})
		}
		more = more && used < each/2
	}
	return list
}
