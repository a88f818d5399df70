package agent

import (
	"fmt"
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
				const batch = 1000
				for range batch {
					eval.Score(&s)
				}
				return batch
			})}, 0}},
			SearchSpeed{RuleSpeed: RuleSpeed{p.Variant, Speed{"search with evaluation", "nodes", fastest(each, nodes[S, P](eval, s))}, p.Reference}},
			SearchSpeed{RuleSpeed: RuleSpeed{
				p.Variant, Speed{"search without evaluation", "nodes", fastest(each, nodes[S, P](features.Blind(g.Set), s))}, 0,
			}})
		if weights.Net != nil {
			without, err := weights.Leave([]string{features.NetName}, g.PatternBoard)
			if err != nil {
				return nil, err
			}
			plain, err := features.NewLinear(g.Set, without)
			if err != nil {
				return nil, err
			}
			list = append(list, SearchSpeed{RuleSpeed: RuleSpeed{
				p.Variant, Speed{"search without the net", "nodes", fastest(each, nodes[S, P](plain, s))}, 0,
			}})
		}
		list = append(list, toDepths[S, P](eval, s, p.Variant, each)...)
	}
	return list, nil
}

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
	const maxPlies = 24
	game.Playout[S, P](&s, &r, min(g.Rules.PlyLimit/3, maxPlies), nil)
	if P(&s).Outcome().Over() {
		return start, nil
	}
	return s, nil
}

func nodes[S comparable, P game.Position[S]](eval features.Linear[S], s S) func() float64 {
	engine := search.New[S, P](eval, nil)
	return func() float64 { return float64(engine.Search(&s, search.Limits{Nodes: 100_000}).Nodes) }
}

// toDepths searches a position deeper and deeper until the time is up, and returns
// what every second depth took.
func toDepths[S comparable, P game.Position[S]](eval features.Linear[S], s S, variant string, each time.Duration) (list []SearchSpeed) {
	watch := cputime.Start()
	defer watch.Stop()
	engine := search.New[S, P](eval, nil)
	// The table is as large as that of a search by time would be.
	engine.Begin(&s, search.Limits{Nodes: uint64(each/time.Microsecond)*4 + 1})
	for more := true; more; {
		more = engine.Deepen()
		best, used := engine.Best(), watch.Used()
		if best.Depth%2 == 0 && more {
			what := fmt.Sprintf("search to depth %d", best.Depth)
			list = append(list, SearchSpeed{RuleSpeed{variant, Speed{What: what}, 0}, used.Seconds(), best.Nodes})
		}
		more = more && used < each/2
	}
	return list
}

// RuleSpeed is how fast the rules of a variant are, in CPU time of one core.
type RuleSpeed struct {
	Variant string
	Speed
	// Reference is what a similar program reached on such a machine, or should
	// reach; 0 if none is known.
	Reference float64
}

// Speeds lists the measurements of a game, in the order that bench prints them.
type Speeds struct {
	Rules  []RulePace   // none: random games of the usual variant
	Search []SearchPace // none: the usual variant, with nothing to compare it to
}

// RulePace is a measurement of a variant's rules. The references are those of
// plain ports to Go without the lab's contract.
type RulePace struct {
	Variant   string
	Perft     int    // plies of a perft; 0: random games
	Moves     bool   // count the moves of random games: a game takes long
	Note      string // added to what is measured
	Reference float64
}

// SearchPace is a measurement of evaluation and search in a variant; the
// reference is the required nodes per second with evaluation.
type SearchPace struct {
	Variant   string
	Reference float64
}

// RuleSpeeds measures the rules of a game for about the given time a part.
func (g *bound[S, P]) RuleSpeeds(each time.Duration) ([]RuleSpeed, error) {
	var list []RuleSpeed
	paces := g.Parts.Speeds.Rules
	if len(paces) == 0 {
		paces = []RulePace{{}}
	}
	for _, p := range paces {
		start, err := g.Rules.Start(p.Variant)
		if err != nil {
			return nil, err
		}
		what, unit, work := "uniform random games", "games", g.playouts(start, p.Moves)
		switch {
		case p.Perft > 0:
			what, unit = "perft, counting in bulk", "leaves"
			work = func() float64 { return float64(game.Perft[S, P](&start, p.Perft, g.Rules.Count)) }
		case p.Moves:
			what, unit = "uniform random moves", "moves"
		}
		list = append(list, RuleSpeed{p.Variant, Speed{what + p.Note, unit, fastest(each, work)}, p.Reference})
	}
	return list, nil
}

// playouts plays random games from start, some at a time, and counts them or
// their moves.
func (g *bound[S, P]) playouts(start S, countMoves bool) func() float64 {
	const moves = 2000 // at least, before the clock is looked at
	r := game.NewRand(2)
	var s S
	var buffer []game.Move
	return func() float64 {
		games, plies := 0, 0
		for plies < moves {
			var n int
			s = start
			n, buffer = game.Playout[S, P](&s, &r, g.Rules.PlyLimit, buffer)
			games, plies = games+1, plies+n
		}
		if countMoves {
			return float64(plies)
		}
		return float64(games)
	}
}

// fastest repeats work, which returns how much it did, until the time is up, and
// returns the most that a round did in a second of CPU: the best round is that of
// a core that nobody else slowed down.
func fastest(each time.Duration, work func() float64) float64 {
	watch := cputime.Start()
	defer watch.Stop()
	const rounds = 10
	best := 0.0
	for began := time.Duration(0); began <= each; {
		done := 0.0
		var spent time.Duration
		for spent <= each/rounds {
			done += work()
			spent = watch.Used() - began
		}
		began += spent
		best = max(best, done/spent.Seconds())
	}
	return best
}
