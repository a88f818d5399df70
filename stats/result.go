package stats

// Result sums up a player's games from its view, for matches, tournaments,
// gradings and training alike. Games that are not paired are counted by side only.
type Result struct {
	AsFirst  WDL // as the first side
	AsSecond WDL
	Pairs    Pentanomial
	// Sum and SumSquares add up the pairs' fitness, from 0 to 1, if they have one.
	Sum, SumSquares float64
}

// AddGame counts a game in which the player made so many half points, 0..2.
func (r *Result) AddGame(first bool, halves int) {
	if first {
		r.AsFirst.add(halves)
	} else {
		r.AsSecond.add(halves)
	}
}

// AddPair counts both games of an opening, and what the pair is worth.
func (r *Result) AddPair(asFirst, asSecond int, fitness float64) {
	r.AsFirst.add(asFirst)
	r.AsSecond.add(asSecond)
	r.Pairs.Add(asFirst + asSecond)
	r.Sum += fitness
	r.SumSquares += fitness * fitness
}

// Plus returns the results of both sets of games.
func (r Result) Plus(o Result) Result {
	r.AsFirst, r.AsSecond = r.AsFirst.Add(o.AsFirst), r.AsSecond.Add(o.AsSecond)
	for i, n := range o.Pairs {
		r.Pairs[i] += n
	}
	r.Sum, r.SumSquares = r.Sum+o.Sum, r.SumSquares+o.SumSquares
	return r
}

// Swap returns the wins, draws and losses from the other player's view; the
// fitness is the player's own.
func (r Result) Swap() Result {
	p := r.Pairs
	return Result{AsFirst: r.AsSecond.Swap(), AsSecond: r.AsFirst.Swap(), Pairs: Pentanomial{p[4], p[3], p[2], p[1], p[0]}}
}

// Total is both sides together.
func (r Result) Total() WDL { return r.AsFirst.Add(r.AsSecond) }

// Fitness is the mean of the pairs' fitness.
func (r Result) Fitness() Estimate { return Mean(r.Sum, r.SumSquares, r.Pairs.Pairs()) }

// WonShare is the mean over the pairs of the share of their games that were won,
// and its variance: 0, 1/2 or 1 in a pair. Draws are not won.
func (r Result) WonShare() (mean, variance float64) {
	n, wins, both := float64(r.Pairs.Pairs()), float64(r.Total().Wins), float64(r.Pairs[4])
	if n == 0 {
		return 0, 0
	}
	mean = wins / 2 / n
	// One win counts 1/4 in the sum of squares, two count 1.
	return mean, max(0, ((wins-2*both)/4+both)/n-mean*mean)
}
