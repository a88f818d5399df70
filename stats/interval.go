package stats

import "math"

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
	half := float64(z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))
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
	widen := student(n) / z
	return wilson(mean, count*widest/((variance+widest/count)*widen*widen))
}

// student is the 97.5 % quantile of Student's distribution: from a table, then by a
// polynomial in the reciprocal of the degrees of freedom, with an error below 1e-15 of
// the value. It was fitted at Chebyshev's nodes to quantiles of 60 digits.
func student(freedom int) float64 {
	few := [...]float64{
		12.706204736174704646, 4.3026527297494638523, 3.1824463052837095927, 2.7764451051977943578,
		2.5705818356363155147, 2.4469118511449699711, 2.3646242515927853417,
	}
	if freedom <= len(few) {
		return few[freedom-1]
	}
	u, sum := 1/float64(freedom), 0.
	for _, c := range [...]float64{
		-6.1055097467640649011, 6.366987042547572922, -2.2615852141874819809, .17138886425619123147, .62536409965541495543,
		.73296394702579370935, 1.5895328554787122953, 2.555849690795598543, 2.8224986156976791563, 2.3722712302985888813, z,
	} {
		sum = float64(sum*u) + c
	}
	return sum
}
