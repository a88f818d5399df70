package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// z is the 97.5 % quantile of the normal distribution.
const z = 1.959963984540054

// wilson is the score interval of a rate p over n independent trials (Wilson,
// "Probable inference, the law of succession, and statistical inference",
// 1927); without trials it is all of 0..1.
func wilson(p, n float64) Estimate {
	if n == 0 {
		return Estimate{p, 0, 1}
	}
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	// Rounding must not push the interval off the value at 0 and 1.
	return Estimate{p, max(0, min(centre-half, p)), min(1, max(centre+half, p))}
}

// meanInterval is the interval of the mean of n > 0 independent values from 0
// to 1 with the given mean and (population) variance: Wilson's interval on the
// effective number of trials, as many wins and losses as have the variance of
// the mean (Kish, "Survey Sampling", 1965, on the design effect):
//
//	widest    = mean (1 - mean)            a value that is only ever 0 or 1
//	effective = n widest / (variance + widest/n) / (t/z)^2
//
// A small or one-sided sample hides its variance, so the widest variance
// counts as one value more, and Student's quantile t with n degrees of freedom
// replaces the normal one. Values that are all 0 or all 1 count as n trials: a
// pair then counts once, since nothing shows that its games are independent.
//
// The test measures the coverage. It is 94 % or more from 20 values on, save
// where values are only 0 or 1 and the mean is close to either: the interval
// is plain Wilson there and shares its oscillation (Brown, Cai and DasGupta,
// "Interval estimation for a binomial proportion", 2001), 93 % at worst.
func meanInterval(mean, variance float64, n int) Estimate {
	widest, count := mean*(1-mean), float64(n)
	if widest == 0 {
		return wilson(mean, count)
	}
	widen := student(count) / z
	return wilson(mean, count*widest/((variance+widest/count)*widen*widen))
}

// student is the 97.5 % quantile of Student's distribution.
func student(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(.975)
}
