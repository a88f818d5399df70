package linear

import "math"

// The functions below are written out, since those of package math differ in
// their last bits from machine to machine.

// Sigmoid is the probability that a logit stands for.
func Sigmoid(x float64) float64 {
	if x < 0 {
		return 1 - 1/(1+exp(x))
	}
	return 1 / (1 + exp(-x))
}

// exp is e^x for x <= 0, with an error below 1e-12 of the value; below -700 it
// is that of -700.
func exp(x float64) float64 {
	const (
		// The two parts of ln 2, of which the first one has zeros at its end.
		ln2High = 6.93147180369123816490e-01
		ln2Low  = 1.90821492927058770002e-10
		terms   = 11 // of a series for values within ln 2/2
	)
	x = max(x, -700)
	n := math.Floor(float64(x*math.Log2E) + .5)
	r := x - float64(n*ln2High)
	r -= float64(n * ln2Low)
	sum := 1.
	for i := terms; i > 0; i-- {
		sum = 1 + float64(float64(sum*r)/float64(i))
	}
	return math.Ldexp(sum, int(n))
}

// Loss is the cross entropy of a probability p for the target t, bounded for
// probabilities that cannot be told from 0 or 1.
func Loss(p, t float64) float64 {
	p = max(tiny, min(1-tiny, p))
	return -float64(t*math.Log(p)) - float64((1-t)*math.Log(1-p))
}

const tiny = 1e-9
