package stats

import (
	"math"

	"evolab/internal/float"
)

// stopped is the strength of a match that the test has ended, corrected for that: such a
// match ends when its result looks decided, so that the usual estimate exaggerates.
//
// As in fishtest (sprt.py), the value is unbiased in its median. It and the ends of its
// interval are the scores under which a test ends worse than this one (by the other
// verdict, or later where this one found Elo1, earlier where it found Elo0) with a
// probability of 50, 97.5 and 2.5 %. The log-likelihood ratio is taken for a Brownian
// motion between the bounds (Siegmund, "Sequential Analysis", 1985, chapter III).
//
// Fishtest's is made for small differences. To hold for large ones, the drift here is in
// proportion to the exact ratio, and the variance that of the sample times
// score (1 - score), as with wins and losses. The test measures the coverage.
func (t SPRT) stopped(s Sample) Strength {
	l := s.likelihood()
	mean, variance := l.moments()
	// As a share of the variance of a single win or loss. The least is that of [Sample.floor].
	spread := max(variance/float64(mean*(1-mean)), 1/(s.games()*(l.units+1)))
	varianceAt := func(score float64) float64 { return spread * score * (1 - score) }
	variance = varianceAt(mean)
	score0, score1 := t.score(t.Elo0, s, variance), t.score(t.Elo1, s, variance)
	neutral := float64((score0 + score1) / 2)

	lower, upper := t.Bounds()
	llr, bound := t.LLR(s), upper
	if llr < 0 {
		bound = lower
	}
	units := float64(l.units * bound / llr) // when it met the bound, which the last unit crossed
	perScore := llr / (l.units * (mean - neutral))
	if !(perScore > 0) {
		perScore = (score1 - score0) / variance
	}

	worse := func(score float64) float64 {
		deviation := perScore * math.Sqrt(varianceAt(score))
		drift := perScore * (score - neutral) / deviation
		if bound == upper {
			return 1 - firstPassage(upper/deviation, -lower/deviation, drift, units)
		}
		return firstPassage(-lower/deviation, upper/deviation, -drift, units)
	}
	quantile := func(p float64) float64 {
		low, high := 0., 1.
		for range 40 {
			if middle := float64((low + high) / 2); worse(middle) > p {
				low = middle
			} else {
				high = middle
			}
		}
		return float64((low + high) / 2)
	}
	score := Estimate{Value: quantile(.5), Low: quantile(.975), High: quantile(.025)}
	nElo := func(score float64) float64 {
		return bounded((score - .5) / math.Sqrt(varianceAt(score)) * s.perT())
	}
	return Strength{
		Score: score, Elo: elo(score), NElo: Estimate{nElo(score.Value), nElo(score.Low), nElo(score.High)},
		LOS: worse(.5), Corrected: true,
	}
}

// firstPassage is the probability that a Brownian motion of unit variance meets a bound
// above it until a time, and not before that one below it. The images of the bound add
// up: they lie at its distance and multiples of twice the width from it, and the time to
// meet one alone has an inverse Gaussian distribution.
func firstPassage(above, below, drift, until float64) float64 {
	width, speed := above+below, math.Abs(drift)
	if until > float64(10*width*width) { // it has met one of them
		share := below / width
		if float64(speed*width) > 1e-8 {
			share = (1 - float.Exp(-2*speed*below)) / (1 - float.Exp(-2*speed*width))
		}
		if drift < 0 {
			share *= float.Exp(-2 * speed * above)
		}
		return share
	}
	root, towards, path := math.Sqrt(until), float64(drift*above), float64(speed*until)
	alone := func(distance float64) float64 {
		// Both terms are times e^(drift above), the second one as a product that cannot overflow.
		return float64(float.Exp(towards-float64(speed*distance))*normal((path-distance)/root)) +
			float64(float.Exp(towards-float64((float64(distance*distance)/until+float64(speed*path))/2))*millsRatio((path+distance)/root))
	}
	sum := alone(above)
	for k := 1.; k < 20; k++ {
		nearer := alone(float64(2*k*width) - above)
		if sum += alone(float64(2*k*width)+above) - nearer; nearer < 1e-16 {
			break
		}
	}
	return max(0, min(1, sum))
}

// millsRatio is e^(x^2/2) (1 - normal(x)) for x >= 0: Laplace's continued fraction where
// that converges fast.
func millsRatio(x float64) float64 {
	if x < 2.5 {
		return float64(float.Exp(x*x/2) * normal(-x))
	}
	f := x
	for i := 60.; i >= 1; i-- {
		f = x + i/f
	}
	return 1 / (f * math.Sqrt(2*math.Pi))
}
