package rubric

import (
	"cmp"
	"slices"

	"evolab/stats"
)

// Distribution is a probability distribution of points, in rising order, each once.
type Distribution []Chance

// Chance is the probability of some points.
type Chance struct{ Points, Probability float64 }

// Certain is the distribution of points that are known.
func Certain(points float64) Distribution { return Distribution{{points, 1}} }

// newDistribution sorts chances and merges those of equal points.
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

// samePoints is below any difference of a scale, and far above rounding errors.
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

// Estimate is the mean with the central interval that holds at least 95 % of the
// probability. The mean of a skewed distribution may be outside: the interval then
// extends to it.
func (d Distribution) Estimate() stats.Estimate {
	mean := d.Mean()
	return stats.Estimate{Value: mean, Low: min(mean, d.quantile(.025)), High: max(mean, d.quantile(.975))}
}

// quantile is the smallest number of points that is not exceeded with probability p.
func (d Distribution) quantile(p float64) float64 {
	below := 0.0
	for _, c := range d {
		if below += c.Probability; below >= p {
			return c.Points
		}
	}
	return d[len(d)-1].Points
}
