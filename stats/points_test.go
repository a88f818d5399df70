package stats

import (
	"math"
	"testing"
)

// The chance of new wins is their binomial at each win probability, weighted by
// the posterior x^(wins-1/2) (1-x)^(others-1/2); x = sin^2 makes that smooth.
func TestNewWinsAreTheIntegralOverThePosterior(t *testing.T) {
	const steps, n = 5000, 10
	for _, played := range []WDL{{}, {Losses: 10}, {Wins: 10}, {Wins: 8, Draws: 1, Losses: 1}, {Wins: 160, Losses: 40}} {
		var want [n + 1]float64
		mass := 0.0
		for i := range steps {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(i) + .5) / steps)
			weight := math.Pow(sin*sin, float64(played.Wins)) * math.Pow(cos*cos, float64(played.Draws+played.Losses))
			mass += weight
			for k := range want {
				ways := 1.0
				for j := range k {
					ways *= float64(n-j) / float64(j+1)
				}
				want[k] += weight * ways * math.Pow(sin*sin, float64(k)) * math.Pow(cos*cos, float64(n-k))
			}
		}
		for k, got := range newWins(played, n) {
			if math.Abs(got-want[k]/mass) > 1e-9 {
				t.Errorf("%+v: %d wins with %v, want %v", played, k, got, want[k]/mass)
			}
		}
	}
}

func TestSumOfDistributions(t *testing.T) {
	coin := Distribution{{0, .5}, {.1, .5}}
	total := Certain(0)
	for range 3 {
		total = total.Plus(coin)
	}
	// .1+.1+.1 is not .3 as a sum of floating-point numbers.
	want := Distribution{{0, .125}, {.1, .375}, {.2, .375}, {.3, .125}}
	if len(total) != len(want) {
		t.Fatalf("%v, want %v", total, want)
	}
	for i, c := range total {
		if math.Abs(c.Points-want[i].Points) > 1e-12 || math.Abs(c.Probability-want[i].Probability) > 1e-12 {
			t.Errorf("%v, want %v", total, want)
		}
	}
	if e := total.Estimate(); math.Abs(e.Value-.15) > 1e-12 || e.Low != 0 || math.Abs(e.High-.3) > 1e-12 {
		t.Errorf("%+v", e)
	}
}
