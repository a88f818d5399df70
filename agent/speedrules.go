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
	// Reference is what a similar program reached on such a machine, or should
	// reach; 0 if none is known.
	Reference float64
}

// Speeds is what is measured of a game, in the order in which it is listed.
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
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	const rounds = 10
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
