package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// The distributions are written out, since those of gonum differ in their last bits from
// processor to processor; more than that they do not.
func TestDistributions(t *testing.T) {
	for freedom := 1; freedom < 1e6; freedom += 1 + freedom/7 {
		want := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(.975)
		if got := student(freedom); math.Abs(got/want-1) > 1e-9 { // gonum's own error for many
			t.Errorf("Student's quantile with %d degrees of freedom: %v (expected: %v)", freedom, got, want)
		}
	}
	for x := -12.; x < 12; x += .01 {
		if got, want := normal(x), math.Erfc(-x/math.Sqrt2)/2; math.Abs(got-want) > 1e-14 {
			t.Errorf("normal distribution at %v: %v (expected: %v)", x, got, want)
		}
	}
	for _, n := range []int{0, 1, 2, 50, 501} {
		for _, rate := range []float64{0, .01, .3, .5, .999, 1} {
			for k, got := range binomial(n, rate) {
				want := combin.GeneralizedBinomial(float64(n), float64(k)) * math.Pow(rate, float64(k)) * math.Pow(1-rate, float64(n-k))
				if math.Abs(got-want) > 1e-12 {
					t.Errorf("%d of %d wins at a rate of %v: %v (expected: %v)", k, n, rate, got, want)
				}
			}
		}
	}
}
