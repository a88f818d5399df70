package agent

import (
	"runtime"
	"time"

	"evolab/game"
	"evolab/search/cputime"
)

// RuleSpeed is how fast the rules of a variant are, in CPU time of one core.
type RuleSpeed struct {
	Variant string
	Speed
	// Reference is what a program of the kind reached on such a machine, or is
	// asked to reach; 0 where none is known.
	Reference float64
}

// pace is a measurement of rules.
type pace struct {
	variant, what, unit string
	depth               int // of a perft; 0: random games
	reference           float64
}

// paces lists what is measured of each game. The references are those of plain
// ports to Go without the lab's contract.
func paces(name string) []pace {
	const perft, games = "perft, counting in bulk", "uniform random games"
	switch name {
	case "littlego":
		return []pace{{"", perft, "leaves", 6, 2.5e9}, {"", games, "games", 0, 0}}
	case "checkers":
		return []pace{{"", perft + ", 11 plies", "leaves", 11, 240e6}, {"", games, "games", 0, 0}}
	case "halma":
		return []pace{{"", perft, "leaves", 3, 0}, {"", "uniform random moves", "moves", 0, 0}, {"original", "uniform random moves", "moves", 0, 0}}
	case "konane":
		return []pace{{"8x8", perft, "leaves", 6, 0}, {"8x8", games, "games", 0, 0}, {"18x18", perft, "leaves", 6, 0}, {"18x18", games, "games", 0, 0}}
	}
	return []pace{{"", perft, "leaves", 9, 0}, {"", games, "games", 0, 0}}
}

// RuleSpeeds measures the rules of a game for about the given time a part.
func (g *bound[S, P]) RuleSpeeds(each time.Duration) ([]RuleSpeed, error) {
	var list []RuleSpeed
	for _, p := range paces(g.Rules.Name) {
		start, err := g.Rules.Start(p.variant)
		if err != nil {
			return nil, err
		}
		work := g.playouts(start, p.unit == "moves")
		if p.depth > 0 {
			work = func() float64 { return float64(game.Perft[S, P](&start, p.depth, g.Rules.Count)) }
		}
		list = append(list, RuleSpeed{p.variant, Speed{p.what, p.unit, fastest(each, work)}, p.reference})
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

// rounds is how many times a speed is measured: the best is that of a core
// that nobody else has slowed down.
const rounds = 10

// fastest repeats work, which returns how much it did, until the time is up, and
// returns the most that a round did in a second of CPU.
func fastest(each time.Duration, work func() float64) float64 {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	best, first := 0.0, cputime.Thread()
	for began := first; began-first <= each; {
		done := 0.0
		var spent time.Duration
		for spent <= each/rounds {
			done += work()
			spent = cputime.Thread() - began
		}
		began += spent
		best = max(best, done/spent.Seconds())
	}
	return best
}
