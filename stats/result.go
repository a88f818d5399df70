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

// AddGame counts a game by the half points that the player made, 0..2.
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
	r.SumSquares += float64(fitness * fitness)
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
	return mean, max(0, (wins+2*both)/(4*n)-float64(mean*mean))
}

// WDL counts the results of games from one player's view.
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games is the number of games.
func (w WDL) Games() int { return w.Wins + w.Draws + w.Losses }

// Score is the share of the points, a draw counting half; .5 without games.
func (w WDL) Score() float64 {
	if w.Games() == 0 {
		return .5
	}
	return float64(2*w.Wins+w.Draws) / float64(2*w.Games())
}

// add counts a game by its half points.
func (w *WDL) add(halves int) {
	switch halves {
	case 0:
		w.Losses++
	case 1:
		w.Draws++
	default:
		w.Wins++
	}
}

// Add returns the results of both sets of games.
func (w WDL) Add(o WDL) WDL {
	return WDL{w.Wins + o.Wins, w.Draws + o.Draws, w.Losses + o.Losses}
}

// Swap returns the results from the other player's view.
func (w WDL) Swap() WDL { return WDL{w.Losses, w.Draws, w.Wins} }

// Rate is the score of independent games with a Wilson interval on the effective
// number of games: the wins and losses with the same variance. Draws vary less,
// so it is larger than the number of games; one more decided game in the
// variance keeps a run of draws from claiming certainty. Without draws it is
// Wilson's interval; without games, all of 0..1. The test measures a coverage of
// 93 to 99 %.
func (w WDL) Rate() Estimate { return w.RateOf(1) }

// RateOf is the rate if only a share of the games differ from each other; see
// [Pentanomial.ScoreOf].
func (w WDL) RateOf(share float64) Estimate {
	n, score := float64(w.Games()), w.Score()
	drawn := float64(w.Draws) / max(n, 1)
	if n > 0 {
		n = max(1, share*n)
	}
	decided := float64(score * (1 - score))
	if n == 0 || decided == 0 {
		return wilson(score, n)
	}
	// For the points x of a game, E[x^2] = score - drawn/4.
	variance := decided - float64(drawn/4)
	return wilson(score, n*decided*(n+1)/(float64(n*variance)+decided))
}
