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
	// CPU and Nodes are those of one search, where that is what was measured;
	// Unit is empty then.
	CPU   time.Duration
	Nodes uint64
}

// middlePlies is how far into a long game evaluation and search are measured.
const middlePlies = 24

// Speeds measures the rules, the features and the search of a variant of a game
// for about the given CPU time each, from the start position on. A node of a
// search is a move played in the tree, those of quiescence included.
func (g *bound[S, P]) Speeds(variant string, each time.Duration) ([]Speed, error) {
	start, err := g.Rules.Start(variant)
	if err != nil {
		return nil, err
	}
	weights, err := frozen.Weights(g.Rules.Name)
	if err != nil {
		return nil, err
	}
	eval, err := features.NewLinear(g.Set, weights)
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	middle := g.middle(start)
	list := []Speed{
		{What: "perft, counting in bulk", Unit: "leaves", Amount: perSecond(each, func() float64 {
			return float64(game.Perft[S, P](&start, 5, g.Rules.Count))
		})},
		{What: "uniform random games", Unit: "games", Amount: perSecond(each, g.playouts(start))},
		{What: "evaluations", Unit: "positions", Amount: perSecond(each, func() float64 {
			for range 1000 {
				eval.Score(&middle)
			}
			return 1000
		})},
		{What: "search with evaluation", Unit: "nodes", Amount: perSecond(each, g.nodes(eval, middle))},
		{What: "search without evaluation", Unit: "nodes", Amount: perSecond(each, g.nodes(features.Blind(g.Set), middle))},
	}
	return append(list, g.toDepths(eval, middle, each)...), nil
}

// middle is a position from the middle of a random game.
func (g *bound[S, P]) middle(start S) S {
	s := start
	r := game.NewRand(1)
	game.Playout[S, P](&s, &r, min(g.Rules.PlyLimit/3, middlePlies), g.Rules.Pick, nil)
	if P(&s).Outcome().Over() {
		return start
	}
	return s
}

// nodes searches a position.
func (g *bound[S, P]) nodes(eval features.Linear[S], s S) func() float64 {
	engine := search.New[S, P](eval, nil)
	return func() float64 { return float64(engine.Search(&s, search.Limits{Nodes: 100_000}).Nodes) }
}

// toDepths searches a position deeper and deeper, until the next iteration
// would take longer than it should, and tells what every second depth took.
func (g *bound[S, P]) toDepths(eval features.Linear[S], s S, each time.Duration) (list []Speed) {
	engine := search.New[S, P](eval, nil)
	began := cputime.Thread()
	// The table is as large as that of a search by time would be.
	engine.Begin(&s, search.Limits{Nodes: uint64(each/time.Microsecond)*4 + 1})
	for more := true; more; {
		more = engine.Deepen()
		best, used := engine.Best(), cputime.Thread()-began
		if best.Depth%2 == 0 && more {
			list = append(list, Speed{What: fmt.Sprintf("search to depth %d", best.Depth), CPU: used, Nodes: best.Nodes})
		}
		more = more && used < each/2
	}
	return list
}

// playouts plays random games from start, 1000 at a time.
func (g *bound[S, P]) playouts(start S) func() float64 {
	r := game.NewRand(2)
	var s S
	var moves []game.Move
	return func() float64 {
		for range 1000 {
			s = start
			_, moves = game.Playout[S, P](&s, &r, g.Rules.PlyLimit, g.Rules.Pick, moves)
		}
		return 1000
	}
}

// perSecond repeats work, which returns how much it did, until the CPU time of
// the thread is up.
func perSecond(each time.Duration, work func() float64) float64 {
	done := 0.0
	began := cputime.Thread()
	for cputime.Thread()-began < each {
		done += work()
	}
	return done / (cputime.Thread() - began).Seconds()
}
