package stats

import (
	"fmt"
	"math"

	"evolab/internal/float"
)

// SPRT is Wald's sequential probability ratio test of a match ("Sequential
// tests of statistical hypotheses", 1945): is the difference Elo0 or Elo1?
type SPRT struct {
	Elo0, Elo1 float64
	Alpha      float64 // largest probability of accepting Elo1 when Elo0 is true
	Beta       float64 // and of accepting Elo0 when Elo1 is true
	Normalized bool    // whether the differences are normalised Elo, not logistic
}

// Verdict is the outcome of a test so far.
type Verdict int

// The verdicts of a test.
const (
	Undecided Verdict = iota
	AcceptElo0
	AcceptElo1
)

// Validate reports what is wrong with the settings.
func (t SPRT) Validate() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.Abs(t.Elo0) > EloLimit || math.Abs(t.Elo1) > EloLimit:
		return fmt.Errorf("stats: elo0 %g and elo1 %g (expected: elo0 below elo1, both within %d)", t.Elo0, t.Elo1, EloLimit)
	case !(t.Alpha > 0 && t.Alpha < .5):
		return fmt.Errorf("stats: alpha %g (allowed: above 0, below .5)", t.Alpha)
	case !(t.Beta > 0 && t.Beta < .5):
		return fmt.Errorf("stats: beta %g (allowed: above 0, below .5)", t.Beta)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which the test accepts Elo0 and Elo1.
func (t SPRT) Bounds() (lower, upper float64) {
	return float.Log(t.Beta / (1 - t.Alpha)), float.Log((1 - t.Beta) / t.Alpha)
}

// LLR is the log-likelihood ratio of a normal sample with unknown variance,
//
//	N/2 ln[(1 + (t - t0)^2) / (1 + (t - t1)^2)]
//
// with t, t0 and t1 the distances from 1/2 of the mean and of the two
// hypotheses in standard deviations of a unit (not the generalised likelihood
// of the five counts, which hardly differs).
func (t SPRT) LLR(s Sample) float64 {
	if s.Units == 0 {
		return 0
	}
	deviation := s.deviation()
	t0, t1 := t.distance(t.Elo0, s, deviation), t.distance(t.Elo1, s, deviation)
	at := (s.Mean - .5) / deviation
	return float64(s.Units) / 2 * float.Log((1+float64((at-t0)*(at-t0)))/(1+float64((at-t1)*(at-t1))))
}

func (t SPRT) distance(elo float64, s Sample, deviation float64) float64 {
	if t.Normalized {
		return elo / s.perT()
	}
	return (1/(1+float.Pow(10, -elo/400)) - .5) / deviation
}

// Verdict compares the ratio with the bounds.
func (t SPRT) Verdict(s Sample) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(s); {
	case llr <= lower:
		return AcceptElo0
	case llr >= upper:
		return AcceptElo1
	}
	return Undecided
}

// Expected is how many units the test takes on average, of a sample's kind and spread:
// when either hypothesis is true, and halfway between them, where it takes longest (Wald's
// approximations, which ignore that the last step overshoots a bound).
func (t SPRT) Expected(s Sample) (elo0, elo1, between float64) {
	lower, upper := t.Bounds()
	deviation := s.deviation()
	step := t.distance(t.Elo1, s, deviation) - t.distance(t.Elo0, s, deviation)
	elo0 = -2 * (float64(t.Alpha*upper) + float64((1-t.Alpha)*lower)) / (step * step)
	elo1 = 2 * (float64((1-t.Beta)*upper) + float64(t.Beta*lower)) / (step * step)
	return elo0, elo1, -lower * upper / (step * step)
}
