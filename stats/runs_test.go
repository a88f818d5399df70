package stats

import (
	"math"
	"testing"
)

func TestPairedDifference(t *testing.T) {
	for _, c := range []struct {
		values, reference []float64
		want              Estimate
	}{
		{nil, nil, Estimate{0, -1, 1}},
		{[]float64{.7}, []float64{.5}, Estimate{.2, -1, 1}},
		// Differences .1, .2, .3: t(2) = 4.303, s = .1.
		{[]float64{.6, .8, .4}, []float64{.5, .6, .1}, Estimate{.2, .2 - 4.303*.1/math.Sqrt(3), .2 + 4.303*.1/math.Sqrt(3)}},
		{[]float64{.5, .6}, []float64{.4, .5}, Estimate{.1, .1, .1}},
		{[]float64{1, 0}, []float64{0, 1}, Estimate{0, -1, 1}},
	} {
		got := PairedDifference(c.values, c.reference)
		for i, d := range []float64{got.Value - c.want.Value, got.Low - c.want.Low, got.High - c.want.High} {
			if math.Abs(d) > 1e-4 {
				t.Errorf("%v - %v: %+v, want %+v (figure %d)", c.values, c.reference, got, c.want, i)
			}
		}
	}
}
