package stats

import (
	"fmt"
	"math"

	"evolab/internal/float"
	"evolab/internal/quantity"
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
		return fmt.Errorf("elo0 %s and elo1 %s (expected: elo0 below elo1, both within %d)", quantity.Plain(t.Elo0), quantity.Plain(t.Elo1), EloLimit)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("alpha %s and beta %s (expected: both above 0, their sum below 1)", quantity.Plain(t.Alpha), quantity.Plain(t.Beta))
	}
	return nil
}

// Bounds are the log-likelihood ratios at which the test accepts Elo0 and Elo1.
func (t SPRT) Bounds() (lower, upper float64) {
	return float.Log(t.Beta) - float.Log(1-t.Alpha), float.Log(1-t.Beta) - float.Log(t.Alpha)
}

// LLR is the generalised log-likelihood ratio: that of the most likely distributions of
// scores in which Elo1 and Elo0 are the difference (Van den Bergh, "Normalized Elo
// practical", section 4.1).
func (t SPRT) LLR(s Sample) float64 {
	if s.Units == 0 {
		return 0
	}
	l := s.likelihood()
	under := func(elo float64) float64 {
		if t.Normalized {
			return l.log(l.withT(elo / s.perT()))
		}
		return l.log(l.withMean(expectedScore(elo)))
	}
	return float64(l.units * (under(t.Elo1) - under(t.Elo0)))
}

// score is the mean score under a hypothesis, for units of this variance.
func (t SPRT) score(elo float64, s Sample, variance float64) float64 {
	if t.Normalized {
		return .5 + float64(elo/s.perT()*math.Sqrt(variance))
	}
	return expectedScore(elo)
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
	variance := math.Max(s.Variance, s.floor())
	step := (t.score(t.Elo1, s, variance) - t.score(t.Elo0, s, variance)) / math.Sqrt(variance)
	elo0 = -2 * (float64(t.Alpha*upper) + float64((1-t.Alpha)*lower)) / (step * step)
	elo1 = 2 * (float64((1-t.Beta)*upper) + float64(t.Beta*lower)) / (step * step)
	return elo0, elo1, -lower * upper / (step * step)
}
