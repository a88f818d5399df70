package stats

import (
	"math"

	"evolab/internal/float"
)

// likelihood is that of a sample's scores, for distributions under a hypothesis. A score
// that did not occur counts as a thousandth of a unit, as in fishtest, so that no
// hypothesis is impossible.
//
// A distribution is given by its divisors: the probability of a score is its share of the
// sample over its divisor.
type likelihood struct {
	units  float64
	scores []float64 // less 1/2
	shares []float64
}

func (s Sample) likelihood() likelihood {
	n := len(s.Counts)
	l := likelihood{scores: make([]float64, n), shares: make([]float64, n)}
	for i, count := range s.Counts {
		l.scores[i], l.shares[i] = float64(i)/float64(n-1)-.5, max(float64(count), 1e-3)
		l.units += l.shares[i]
	}
	for i := range l.shares {
		l.shares[i] /= l.units
	}
	return l
}

// moments are the mean and the variance of the sample's scores.
func (l likelihood) moments() (mean, variance float64) {
	for i, x := range l.scores {
		mean += float64(l.shares[i] * x)
	}
	for i, x := range l.scores {
		variance += float64(l.shares[i] * (x - mean) * (x - mean))
	}
	return mean + .5, variance
}

// log is the logarithm of a distribution's likelihood, less that of the shares, per unit.
func (l likelihood) log(divisors [5]float64) (sum float64) {
	for i, share := range l.shares {
		sum -= float64(share * float.Log(divisors[i]))
	}
	return sum
}

// withMean is the most likely distribution with this mean score.
func (l likelihood) withMean(mean float64) [5]float64 {
	var f [5]float64
	for i, x := range l.scores {
		f[i] = x - (mean - .5)
	}
	logit := 0.
	return l.centred(f, &logit)
}

// centred is the most likely distribution in which a function of the score has the mean
// 0: the divisors are 1 + theta f (Van den Bergh, "Maximum likelihood estimation for the
// multinomial", proposition 1.1). The function has to have both signs. For accuracy
// theta is written as p/low - (1-p)/high, with the logit of p as the unknown: Newton's
// method from the given one finds it, and bisection where that leads astray.
func (l likelihood) centred(f [5]float64, logit *float64) (divisors [5]float64) {
	low, high := 0., 0. // how far f goes below and above 0
	for _, v := range f[:len(l.scores)] {
		low, high = max(low, -v), max(high, v)
	}
	from, to := -100., 100.
	for range 100 {
		odds := float.Exp(*logit)
		p, q := odds/(1+odds), 1/(1+odds)
		// The part of the mean above 0 and that below, and their derivatives by theta.
		var above, below, slopeAbove, slopeBelow float64
		for i, share := range l.shares {
			divisors[i] = float64(p*(1+f[i]/low)) + float64(q*(1-f[i]/high))
			part := float64(share * f[i] / divisors[i])
			slope := float64(part * f[i] / divisors[i])
			if f[i] > 0 {
				above, slopeAbove = above+part, slopeAbove-slope
			} else {
				below, slopeBelow = below-part, slopeBelow+slope
			}
		}
		excess := float.Log(above / below)
		if excess > 0 {
			from = *logit
		} else {
			to = *logit
		}
		perLogit := float64((1/low + 1/high) * p * q)
		next := *logit - excess/float64((slopeAbove/above-slopeBelow/below)*perLogit)
		if !(next > from && next < to) {
			next = (from + to) / 2
		}
		if math.Abs(next-*logit) < 1e-13 {
			break
		}
		*logit = next
	}
	return divisors
}

// withT is the most likely distribution whose mean score lies t standard deviations above
// 1/2. For the score less 1/2, x, that says
//
//	E[x] = k rms    with k = t / sqrt(1 + t^2) and rms = sqrt(E[x^2])
//
// Since rms is the least of (E[x^2]/r + r)/2 for all r, it is the most likely distribution
// where x - k (x^2/r + r)/2 has the mean 0, for that r which is its own rms. Several r may
// be: if t is large, the mass gathers at one of the scores above 1/2.
func (l likelihood) withT(t float64) (best [5]float64) {
	k := t / math.Sqrt(1+float64(t*t))
	logit := 0.
	distribution := func(r float64) (divisors [5]float64, square float64) {
		var f [5]float64
		for i, x := range l.scores {
			f[i] = x - float64(k*(float64(x*x)/r+r)/2)
		}
		divisors = l.centred(f, &logit)
		for i, x := range l.scores {
			square += float64(l.shares[i] / divisors[i] * x * x)
		}
		return divisors, square
	}
	highest := math.Inf(-1)
	for _, span := range l.spans(t) {
		// The rms exceeds r at the beginning of a span and is below it at its end.
		const steps = 10
		exceeds := true
		for i := 1; i <= steps; i++ {
			low, high := span.at(float64(i-1)/steps), span.at(float64(i)/steps)
			before := exceeds
			if exceeds = false; i < steps {
				_, square := distribution(high)
				exceeds = square > float64(high*high)
			}
			if !before || exceeds {
				continue
			}
			var divisors [5]float64
			for n, r := 1, (low+high)/2; n <= 60; n++ {
				var square float64
				if divisors, square = distribution(r); square > float64(r*r) {
					low = r
				} else {
					high = r
				}
				next := math.Sqrt(square)
				if math.Abs(next-r) < 1e-9 { // the likelihood is flat here: half of the digits are enough
					break
				}
				if r = next; n%4 == 0 || !(r > low && r < high) {
					r = (low + high) / 2
				}
			}
			if log := l.log(divisors); log > highest {
				highest, best = log, divisors
			}
		}
	}
	return best
}

// span is an interval of positive numbers.
type span struct{ from, to float64 }

func (s span) at(share float64) float64 { return s.from + float64((s.to-s.from)*share) }

// spans are where the function of withT has both signs: around each score on the side of
// t, from which the roots of the function, r (1 +- sqrt(1 - k^2)) / k, have this distance.
func (l likelihood) spans(t float64) (list []span) {
	root := math.Sqrt(1 + float64(t*t))
	t = math.Abs(t)
	for _, x := range l.scores {
		if x <= 0 {
			continue
		}
		s := span{x * t / (root + 1), .5}
		if end := x * (root + 1); end < float64(.5*t) { // x t / (root - 1)
			s.to = end / t
		}
		if n := len(list); n > 0 && s.from < list[n-1].to {
			list[n-1].to = s.to
		} else {
			list = append(list, s)
		}
	}
	return list
}
