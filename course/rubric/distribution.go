package rubric

import (
	"cmp"
	"slices"

	"evolab/stats"
)

// Distribution is the probabilities of points: by rising points, each once, and
// of 1 in all.
type Distribution []Chance

// Chance is the probability of some points.
type Chance struct{ Points, Probability float64 }

// Certain is the distribution of points that are known.
func Certain(points float64) Distribution { return Distribution{{points, 1}} }

// newDistribution sorts chances and puts those of equal points together.
func newDistribution(list []Chance) Distribution {
	slices.SortFunc(list, func(a, b Chance) int { return cmp.Compare(a.Points, b.Points) })
	var d Distribution
	for _, c := range list {
		if n := len(d); n > 0 && c.Points-d[n-1].Points < samePoints {
			d[n-1].Probability += c.Probability
		} else {
			d = append(d, c)
		}
	}
	return d
}

// samePoints is below any difference that a scale can make, and far above the
// rounding errors of sums.
const samePoints = 1e-6

// Plus is the distribution of the sum of two independent results.
func (d Distribution) Plus(other Distribution) Distribution {
	var list []Chance
	for _, a := range d {
		for _, b := range other {
			list = append(list, Chance{a.Points + b.Points, a.Probability * b.Probability})
		}
	}
	return newDistribution(list)
}

// Mean is the expected points.
func (d Distribution) Mean() float64 {
	mean := 0.0
	for _, c := range d {
		mean += c.Points * c.Probability
	}
	return mean
}

// Estimate is the mean with the central interval that holds the points with a
// probability of 95 % or more. The mean of a lopsided distribution may lie
// outside; the interval then reaches to it.
func (d Distribution) Estimate() stats.Estimate {
	mean := d.Mean()
	return stats.Estimate{Value: mean, Low: min(mean, d.quantile(.025)), High: max(mean, d.quantile(.975))}
}

// quantile is the smallest points that are not exceeded with probability p.
func (d Distribution) quantile(p float64) float64 {
	below := 0.0
	for _, c := range d {
		if below += c.Probability; below >= p {
			return c.Points
		}
	}
	return d[len(d)-1].Points
}
