package stats

import (
	"math"

	"evolab/internal/float"
)

// Pentanomial counts pairs of games, one opening with both colours, by the
// points that the first player made in them: 0, 1/2, 1, 3/2, 2, that is LL,
// LD, DD or WL, WD, WW. The games of a pair depend on each other; pairs do not.
type Pentanomial [5]int

// Add counts a pair; halves is the first player's points in half points, 0..4.
func (p *Pentanomial) Add(halves int) { p[halves]++ }

// Pairs is the number of pairs.
func (p Pentanomial) Pairs() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Games is the number of games, two a pair.
func (p Pentanomial) Games() int { return 2 * p.Pairs() }

// Mean is the score per game, 0..1; .5 without pairs.
func (p Pentanomial) Mean() float64 {
	n := p.Pairs()
	if n == 0 {
		return .5
	}
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / float64(4*n)
}

// Variance is the variance of a pair's score per game.
func (p Pentanomial) Variance() float64 {
	n := p.Pairs()
	if n == 0 {
		return 0
	}
	mean, sum := p.Mean(), 0.0
	for i, count := range p {
		d := float64(float64(i)/4) - mean
		sum += float64(float64(count) * d * d)
	}
	return sum / float64(n)
}

// Score is the score per game with the interval that the spread of the pairs
// allows (formula and coverage: meanInterval); all of 0..1 without pairs. It
// has a width even for one-sided results.
func (p Pentanomial) Score() Estimate { return p.ScoreOf(1) }

// ScoreOf is the score if only a share of the games differ from each other. The
// others add no information, so the interval counts only that share of the pairs.
func (p Pentanomial) ScoreOf(share float64) Estimate {
	if p.Pairs() == 0 {
		return Estimate{p.Mean(), 0, 1}
	}
	return meanInterval(p.Mean(), p.Variance(), max(1, int(math.Round(share*float64(p.Pairs())))))
}

// LOS is the likelihood of superiority: the probability, under the normal
// approximation, that the first player is the stronger one.
func (p Pentanomial) LOS() float64 { return los(p.Score()) }

// LOS is the likelihood of superiority of independent games.
func (w WDL) LOS() float64 { return los(w.Rate()) }

func los(e Estimate) float64 {
	switch {
	case e.Value > .5:
		return normal(z * (e.Value - .5) / (e.Value - e.Low))
	case e.Value < .5:
		return normal(-z * (.5 - e.Value) / (e.High - e.Value))
	}
	return .5
}

// normal is the standard normal distribution function (Marsaglia, "Evaluating the normal
// distribution", 2004), with an error below 1e-14.
func normal(x float64) float64 {
	const far = 8.5 // from here on all of it
	x = max(-far, min(far, x))
	sum, term := x, x
	for i := 3.; math.Abs(term) > 1e-17*math.Abs(sum); i += 2 {
		term = float64(term * x * x / i)
		sum += term
	}
	return max(0, min(1, .5+float64(sum*float.Exp(-x*x/2)/math.Sqrt(2*math.Pi))))
}
